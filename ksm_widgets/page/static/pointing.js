// What a pointer means on the board. A mouse presses, drags and points. A finger taps, or rests until
// it holds a piece, to drag it; anything else is left to the page: a swipe only scrolls.

const HOLD = 350; // milliseconds a finger rests before it holds
const STILL = 10; // pixels it may stray meanwhile
const SWALLOWED = ["mousedown", "mouseup", "mousemove", "mouseout", "touchstart", "touchend",
  "touchcancel", "wheel"];

// `placeAt` names the place at a point of the window, null beside all of them; `send` takes what was
// meant; `over` is called with the place under the pointer, and whether that is down; `held` with the
// place that a finger holds, null once it lets go.
function pointing(box, canvas, { placeAt, send, over, held, on }) {
  let down = null; // the pointer that went down: its id and kind, where, and whether it holds
  let clock = 0;
  const letGo = () => {
    clearTimeout(clock);
    canvas.classList.remove("ksm-holding");
    if (down?.finger) held(null);
    down = null;
  };
  const hold = () => {
    down.holds = true;
    canvas.classList.add("ksm-holding");
    if (down.finger) held(down.place);
    send({ press: down.place });
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    letGo();
    const place = placeAt(event.clientX, event.clientY);
    if (place === null) return;
    const finger = event.pointerType === "touch";
    down = { id: event.pointerId, finger, place, x: event.clientX, y: event.clientY, holds: false };
    over(place, true);
    // A mouse is heard of beside the board too while it drags.
    if (!finger) canvas.setPointerCapture(event.pointerId);
    else clock = setTimeout(() => { hold(); navigator.vibrate?.(15); }, HOLD);
  }, on);
  canvas.addEventListener("pointermove", (event) => {
    const place = placeAt(event.clientX, event.clientY);
    if (down?.id === event.pointerId && !down.holds) {
      const strayed = Math.hypot(event.clientX - down.x, event.clientY - down.y) > STILL;
      if (down.finger && strayed) letGo();
      else if (!down.finger && place !== down.place) hold();
    }
    if (event.pointerType !== "touch" || down?.holds) over(place, down !== null);
  }, on);
  canvas.addEventListener("pointerup", (event) => {
    if (down?.id !== event.pointerId) return;
    const place = placeAt(event.clientX, event.clientY);
    const { holds, finger, place: begun } = down;
    letGo();
    send(holds ? { release: place } : { tap: begun });
    over(finger ? null : place, false);
  }, on);
  canvas.addEventListener("pointercancel", (event) => {
    if (down?.id !== event.pointerId) return;
    const { holds } = down;
    letGo();
    if (holds) send({ release: null });
    over(null, false);
  }, on);
  canvas.addEventListener("pointerleave", () => { if (!down) over(null, false); }, on);

  // A finger that holds a piece does not scroll, and opens no menu.
  box.addEventListener("touchmove", (event) => {
    if (down?.holds) event.preventDefault();
    event.stopPropagation();
  }, { ...on, capture: true, passive: false });
  canvas.addEventListener("contextmenu", (event) => {
    if (down?.finger) event.preventDefault();
  }, on);
  // The canvas would tell Python of all this by itself, and swallow the page's scrolling.
  for (const name of SWALLOWED) {
    box.addEventListener(name, (event) => event.stopPropagation(), { ...on, capture: true });
  }
}

// Python is asked about one of the pointer's places at a time, or it would follow a fast mouse for
// seconds after that has stopped. The latest waits until Python is done with the one before.
class Asking {
  underWay = false;
  waiting = undefined;
  last = null;
  constructor(send) {
    this.send = send;
  }
  ask(place) {
    if (this.underWay) {
      this.waiting = place;
    } else if (place !== this.last) {
      this.last = place;
      this.underWay = true;
      this.send({ point: place });
    }
  }
  forget() {
    this.last = null;
  }
  through() {
    this.underWay = false;
    const next = this.waiting;
    this.waiting = undefined;
    if (next !== undefined) this.ask(next);
  }
}

// Frames that show immediately where the pointer is, and what would be covered by what is in hand;
// what Python paints beneath comes a moment later.
class Frames {
  constructor(box, canvas) {
    Object.assign(this, { box, canvas, nodes: [] });
    // A board of another size has its places elsewhere, and the pointer is no longer where it was.
    new ResizeObserver(() => this.show([], 1)).observe(canvas);
  }
  // `areas` are rectangles in units of a board so many wide, the first of them under the pointer.
  show(areas, wide, pressed) {
    const unit = this.canvas.clientWidth / wide;
    while (this.nodes.length < areas.length) {
      const node = document.createElement("div");
      node.setAttribute("aria-hidden", "true");
      this.box.append(node);
      this.nodes.push(node);
    }
    this.nodes.forEach((node, index) => {
      node.hidden = index >= areas.length;
      if (node.hidden) return;
      const [left, top, width, height] = areas[index];
      node.className = `ksm-pointer${index ? " ksm-laid" : ""}${pressed ? " ksm-pressed" : ""}`;
      Object.assign(node.style, {
        left: `${this.canvas.offsetLeft + left * unit}px`,
        top: `${this.canvas.offsetTop + top * unit}px`,
        width: `${width * unit}px`, height: `${height * unit}px`,
      });
    });
  }
  // Python has painted what would be covered: the frames for that go.
  answered() {
    for (const node of this.nodes.slice(1)) node.hidden = true;
  }
}
