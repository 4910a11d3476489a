// What a pointer means on the board. A mouse presses, drags and points. A finger taps, or lies still
// until it holds a tile, to drag it; all else a finger does is the page's: a swipe only scrolls.

const HOLD = 350; // milliseconds a finger lies still before it holds
const STILL = 10; // pixels it may stray meanwhile
const SWALLOWED = ["mousedown", "mouseup", "mousemove", "mouseout", "touchstart", "touchend",
  "touchcancel", "wheel"];

// `quarryAt` names the quarry at a point of the window, null beside the mine; `send` takes what was
// meant; `over` is told where the pointer is, at once, and whether it is down.
function pointing(box, canvas, { quarryAt, send, over, on }) {
  let down = null; // the pointer that went down: its id and kind, where, and whether it holds
  let clock = 0;
  const letGo = () => {
    clearTimeout(clock);
    canvas.classList.remove("ksm-holding");
    down = null;
  };
  const hold = () => {
    down.holds = true;
    canvas.classList.add("ksm-holding");
    send({ press: down.quarry });
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    letGo();
    const quarry = quarryAt(event.clientX, event.clientY);
    if (quarry === null) return;
    const finger = event.pointerType === "touch";
    down = { id: event.pointerId, finger, quarry, x: event.clientX, y: event.clientY, holds: false };
    over(quarry, true);
    // A mouse is heard of beside the board too while it drags.
    if (!finger) canvas.setPointerCapture(event.pointerId);
    else clock = setTimeout(() => { hold(); navigator.vibrate?.(15); }, HOLD);
  }, on);
  canvas.addEventListener("pointermove", (event) => {
    const quarry = quarryAt(event.clientX, event.clientY);
    if (down?.id === event.pointerId && !down.holds) {
      const strayed = Math.hypot(event.clientX - down.x, event.clientY - down.y) > STILL;
      if (down.finger && strayed) letGo();
      else if (!down.finger && quarry !== down.quarry) hold();
    }
    if (event.pointerType !== "touch" || down?.holds) over(quarry, down !== null);
  }, on);
  canvas.addEventListener("pointerup", (event) => {
    if (down?.id !== event.pointerId) return;
    const quarry = quarryAt(event.clientX, event.clientY);
    const { holds, finger, quarry: begun } = down;
    letGo();
    send(holds ? { release: quarry } : { tap: begun });
    over(finger ? null : quarry, false);
  }, on);
  canvas.addEventListener("pointercancel", (event) => {
    if (down?.id !== event.pointerId) return;
    const { holds } = down;
    letGo();
    if (holds) send({ release: null });
    over(null, false);
  }, on);
  canvas.addEventListener("pointerleave", () => { if (!down) over(null, false); }, on);

  // A finger that holds a tile does not scroll, and calls no menu.
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

// Of the pointer's places one is asked about at a time, or a fast mouse would be followed for seconds
// after it has stopped. The latest waits until Python is through with the one before.
class Asking {
  underWay = false;
  waiting = undefined;
  last = null;
  constructor(send) {
    this.send = send;
  }
  ask(quarry) {
    if (this.underWay) {
      this.waiting = quarry;
    } else if (quarry !== this.last) {
      this.last = quarry;
      this.underWay = true;
      this.send({ point: quarry });
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

// Frames that show at once where the pointer is, and where the card in hand would lie; what Python
// paints beneath comes a moment later and says the rest.
class Frames {
  constructor(box, canvas) {
    Object.assign(this, { box, canvas, nodes: [] });
  }
  // `cells` are columns and rows from the upper left, the first of them under the pointer.
  show(cells, grid, pressed) {
    const { left, top, side, width } = grid;
    const unit = this.canvas.clientWidth / width;
    while (this.nodes.length < cells.length) {
      const node = document.createElement("div");
      node.setAttribute("aria-hidden", "true");
      this.box.append(node);
      this.nodes.push(node);
    }
    this.nodes.forEach((node, index) => {
      node.hidden = index >= cells.length;
      if (node.hidden) return;
      const [column, row] = cells[index];
      node.className = `ksm-pointer${index ? " ksm-laid" : ""}${pressed ? " ksm-pressed" : ""}`;
      Object.assign(node.style, {
        left: `${this.canvas.offsetLeft + (left + column * side) * unit}px`,
        top: `${this.canvas.offsetTop + (top + row * side) * unit}px`,
        width: `${side * unit}px`, height: `${side * unit}px`,
      });
    });
  }
  // Python has painted the card where it would lie: the frames that stood for it go.
  answered() {
    for (const node of this.nodes.slice(1)) node.hidden = true;
  }
}
