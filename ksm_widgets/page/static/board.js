// What an ipycanvas board lacks: a label and a role, keys without a trap, pointers of all kinds (see
// pointing.js, which goes before this), a live region that keeps its node, the page's theme, and
// files to save.

const KEYS = new Set(["Enter", " ", "Escape", "Delete", "Backspace", "Home", "End", "PageUp",
  "PageDown", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);

const GLIDE = 260; // milliseconds

function isDark() {
  for (const node of [document.body, document.documentElement]) {
    const light = node.dataset.jpThemeLight;
    if (light !== undefined) return light !== "true";
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

// Which of a board's views was used last, of those in this page: it alone saves, speaks and takes
// the focus, as a message reaches them all.
class Views {
  used = null;
  means(el) {
    if (!this.used?.isConnected) this.used = el;
    return this.used === el;
  }
}

function render({ model, el }, views) {
  const gone = new AbortController();
  const on = { signal: gone.signal, capture: true };
  const after = { signal: gone.signal };
  let box = null;
  let canvas = null;

  const live = document.createElement("div");
  live.className = "ksm-unseen ksm-live";
  live.setAttribute("aria-live", "polite");
  live.setAttribute("role", "status");
  const help = document.createElement("div");
  help.className = "ksm-unseen";
  help.id = `ksm-help-${Math.random().toString(36).slice(2)}`;
  el.append(live, help);

  const label = () => {
    help.textContent = model.get("help");
    canvas?.setAttribute("aria-label", model.get("label"));
  };
  const speak = () => {
    if (!views.means(el)) return;
    // The same words twice are spoken twice only if the text differs.
    const words = model.get("said");
    live.textContent = live.textContent === words ? `${words}\u00a0` : words;
  };
  model.on("change:label change:help", label);
  model.on("change:said", speak);
  label();
  speak();

  // The name of the place at a point of the window, null beside all of them.
  const placeAt = (x, y) => {
    const rect = canvas.getBoundingClientRect();
    const unit = rect.width / model.get("width");
    const [across, down] = [(x - rect.left) / unit, (y - rect.top) / unit];
    for (const [name, [left, top, width, height]] of Object.entries(model.get("places"))) {
      if (across >= left && across < left + width && down >= top && down < top + height) return name;
    }
    return null;
  };
  const asking = new Asking((content) => model.send(content));
  let frames = null;
  let here = null;
  const over = (name, pressed) => {
    const [places, held] = [model.get("places"), model.get("held")];
    const holds = Object.keys(held).length > 0;
    const names = name === null ? [] : [name];
    if (holds && name !== null && name !== here) names.push(...(held[name] ?? []));
    here = name;
    frames.show(names.map((each) => places[each]), model.get("width"), pressed);
    canvas.title = pressed ? "" : model.get("names")[name] ?? "";
    if (holds) asking.ask(name);
    else asking.forget();
  };
  // What a finger holds is named above it, as a title is for a mouse.
  const tip = document.createElement("div");
  tip.className = "ksm-tip";
  tip.setAttribute("aria-hidden", "true");
  const held = (name) => {
    tip.textContent = name === null ? "" : model.get("names")[name] ?? "";
    tip.hidden = !tip.textContent;
    if (tip.hidden) return;
    box.append(tip);
    const [left, top, width] = model.get("places")[name];
    const unit = canvas.clientWidth / model.get("width");
    const middle = canvas.offsetLeft + (left + width / 2) * unit;
    const room = box.clientWidth - tip.offsetWidth - 4;
    tip.style.left = `${Math.max(4, Math.min(room, middle - tip.offsetWidth / 2))}px`;
    tip.style.top = `${Math.max(0, canvas.offsetTop + top * unit - tip.offsetHeight - 14)}px`;
  };
  const through = () => {
    frames?.answered();
    asking.through();
  };

  // A piece moves over the board, which is repainted beneath it. Until it has arrived, its cell
  // looks as it did: that part is copied from the old picture, still on the canvas.
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const glide = ({ piece, size, source, target, cell, side }) => {
    for (const old of box?.querySelectorAll(".ksm-glide") ?? []) old.remove();
    if (!canvas || still.matches) return;
    const unit = canvas.clientWidth / model.get("width");
    const lay = ([x, y], wide) => {
      const node = document.createElement("div");
      node.className = "ksm-glide";
      Object.assign(node.style, {
        position: "absolute", pointerEvents: "none", width: `${wide * unit}px`, lineHeight: 0,
        left: `${canvas.offsetLeft + x * unit}px`, top: `${canvas.offsetTop + y * unit}px`,
      });
      node.setAttribute("aria-hidden", "true");
      box.append(node);
      return node;
    };
    const pixels = canvas.width / model.get("width");
    const part = document.createElement("canvas");
    const room = part.width = part.height = Math.round(side * pixels);
    part.getContext("2d").drawImage(canvas, Math.round(cell[0] * pixels),
      Math.round(cell[1] * pixels), room, room, 0, 0, room, room);
    part.style.width = "100%";
    const cover = lay(cell, side);
    cover.append(part);
    const flying = lay(source, size);
    flying.innerHTML = piece;
    flying.firstElementChild.style.cssText = "width:100%;height:auto";
    const [x, y] = [target[0] - source[0], target[1] - source[1]].map((by) => by * unit);
    const way = flying.animate(
      [{ transform: "none" }, { transform: `translate(${x}px, ${y}px)` }],
      { duration: GLIDE, easing: "ease-in-out", fill: "forwards" });
    way.onfinish = () => { cover.remove(); flying.remove(); };
  };

  // How much one sees at once, for the board to fit in; and a board that has just come in sight, but
  // not whole, is brought there.
  const fit = (whole) => {
    const room = whole.closest(".jp-WindowedPanel-outer");
    const measure = () => {
      const above = room ? 0 : document.querySelector(".ksm-nav")?.offsetHeight ?? 0;
      whole.style.setProperty("--ksm-room", `${(room?.clientHeight ?? innerHeight) - above}px`);
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(room ?? document.documentElement);
    gone.signal.addEventListener("abort", () => sizes.disconnect());
    measure();
    if (!room) return;
    requestAnimationFrame(() => {
      const [seen, board] = [room, box].map((node) => node.getBoundingClientRect());
      const top = whole.getBoundingClientRect().top;
      const begun = top >= seen.top && top < seen.bottom;
      if (begun && board.bottom > seen.bottom) room.scrollTop += top - seen.top;
    });
  };

  const used = () => { views.used = el; };
  const attach = () => {
    box = el.closest(".ksm-board");
    canvas = box?.querySelector("canvas");
    if (!canvas) return false;
    box.dataset.lmSuppressShortcuts = "true";
    box.style.position = "relative";
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-describedby", help.id);
    canvas.classList.add("ksm-canvas");
    label();
    const whole = el.closest(".ksm-explorer, .ksm-lesson") ?? box;
    if (whole.matches(".ksm-explorer")) fit(whole);
    whole.addEventListener("pointerdown", used, on);
    whole.addEventListener("focusin", used, on);
    box.addEventListener("keydown", (event) => {
      if (event.target !== canvas) return;
      // The canvas would swallow every key; Tab and the browser's own keys must get through.
      event.stopPropagation();
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const command = ctrlKey || metaKey;
      if (altKey || (command && !["z", "y", "Z", "Y"].includes(key))) return;
      if (!KEYS.has(key) && key.length !== 1) return;
      event.preventDefault();
      model.send({ key, command, shift: shiftKey });
    }, on);
    box.addEventListener("paste", (event) => {
      if (document.activeElement !== canvas) return;
      const text = event.clipboardData.getData("text/plain");
      model.send({ paste: new Blob([text]).size > model.get("longest") ? null : text });
      event.preventDefault();
    }, on);
    box.addEventListener("copy", (event) => {
      if (document.activeElement !== canvas) return;
      event.clipboardData.setData("text/plain", model.get("text"));
      event.preventDefault();
    }, on);
    frames = new Frames(box, canvas);
    const send = (content) => model.send(content);
    pointing(box, canvas, { placeAt, send, over, held, on: after });
    canvas.addEventListener("focus", () => model.send({ focus: true }), on);
    canvas.addEventListener("blur", () => model.send({ focus: false }), on);
    return true;
  };
  // The canvas is a widget of its own and may come to the page later than this one.
  const watch = new MutationObserver(() => { if (attach()) watch.disconnect(); });
  if (!attach()) watch.observe(document.body, { childList: true, subtree: true });

  const theme = () => {
    const dark = isDark();
    model.send({ theme: dark ? "dark" : "light" });
  };
  const themes = new MutationObserver(theme);
  for (const node of [document.body, document.documentElement]) {
    themes.observe(node, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", theme, on);
  theme();
  // In the page without a server the board is in a frame: the address is that of the page around.
  const site = globalThis.ksmSite;
  if (site) model.send({ here: site.address });
  else if (document.body.dataset.voila) model.send({ here: location.origin + location.pathname });

  const save = (name, url) => {
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
  };
  const receive = (message) => {
    if (message.through) {
      through();
    } else if (message.glide) {
      glide(message.glide);
    } else if (message.address !== undefined) {
      if (globalThis.ksmSite) globalThis.ksmSite.show(message.address);
      else history.replaceState(null, "", message.address);
    } else if (!views.means(el)) {
      return;
    } else if (message.save === "text") {
      const url = URL.createObjectURL(new Blob([message.text], { type: message.type }));
      save(message.name, url);
      setTimeout(() => URL.revokeObjectURL(url), 10000);
    } else if (message.save === "picture") {
      save(message.name, canvas.toDataURL("image/png"));
    } else if (message.sight) {
      // The panels around it are brought up to date first.
      requestAnimationFrame(() => setTimeout(() => box.scrollIntoView({ block: "nearest" })));
    } else if (message.focus) {
      canvas.focus({ preventScroll: true });
      box.scrollIntoView({ block: innerWidth < 700 ? "start" : "nearest" });
    }
  };
  model.on("msg:custom", receive);

  return () => {
    model.off("change:label change:help", label);
    model.off("change:said", speak);
    model.off("msg:custom", receive);
    watch.disconnect();
    themes.disconnect();
    gone.abort();
  };
}

export default () => {
  const views = new Views();
  return { render: (view) => render(view, views) };
};
