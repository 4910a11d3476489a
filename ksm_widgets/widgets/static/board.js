// What an ipycanvas board lacks: a label and a role, keys without a trap, fewer mouse moves,
// scrolling, a live region that keeps its node, the page's theme, and files to save.

const KEYS = new Set(["Enter", " ", "Escape", "Delete", "Backspace", "Home", "End", "PageUp",
  "PageDown", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);

function isDark() {
  for (const node of [document.body, document.documentElement]) {
    const light = node.dataset.jpThemeLight;
    if (light !== undefined) return light !== "true";
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

function render({ model, el }) {
  const gone = new AbortController();
  const on = { signal: gone.signal, capture: true };
  let box = null;
  let canvas = null;
  let last = null;

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
    // The same words twice are spoken twice only if the text differs.
    const words = model.get("said");
    live.textContent = live.textContent === words ? `${words}\u00a0` : words;
  };
  model.on("change:label change:help", label);
  model.on("change:said", speak);
  label();
  speak();

  const cell = (x, y) => {
    const rect = canvas.getBoundingClientRect();
    const { left, top, side, width } = model.get("grid");
    const unit = rect.width / width;
    const column = Math.floor(((x - rect.left) / unit - left) / side);
    const row = Math.floor(((y - rect.top) / unit - top) / side);
    return column < 0 || row < 0 || column > 5 || row > 5 ? "outside" : `${column} ${row}`;
  };
  // Events pass on to the canvas only if they say something new.
  const onlyNew = (event, x, y) => {
    const here = cell(x, y);
    if (here === last) event.stopPropagation();
    last = here;
  };

  const attach = () => {
    box = el.closest(".ksm-board");
    canvas = box?.querySelector("canvas");
    if (!canvas) return false;
    box.dataset.lmSuppressShortcuts = "true";
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-describedby", help.id);
    canvas.classList.add("ksm-canvas");
    label();
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
      model.send({ paste: event.clipboardData.getData("text/plain").slice(0, 5000) });
      event.preventDefault();
    }, on);
    box.addEventListener("copy", (event) => {
      if (document.activeElement !== canvas) return;
      event.clipboardData.setData("text/plain", model.get("text"));
      event.preventDefault();
    }, on);
    box.addEventListener("mousemove", (event) => onlyNew(event, event.clientX, event.clientY), on);
    box.addEventListener("touchmove", (event) => {
      const [touch] = event.touches;
      event.preventDefault();
      onlyNew(event, touch.clientX, touch.clientY);
    }, { ...on, passive: false });
    box.addEventListener("mouseout", () => { last = null; }, on);
    // The canvas would swallow the wheel, and with it the page's scrolling.
    box.addEventListener("wheel", (event) => event.stopPropagation(), on);
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

  const save = (name, url) => {
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
  };
  const receive = (message) => {
    if (message.save === "text") {
      const url = URL.createObjectURL(new Blob([message.text], { type: message.type }));
      save(message.name, url);
      setTimeout(() => URL.revokeObjectURL(url), 10000);
    } else if (message.save === "picture") {
      save(message.name, canvas.toDataURL("image/png"));
    } else if (message.address !== undefined) {
      history.replaceState(null, "", message.address);
    } else if (message.focus) {
      canvas.focus();
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

export default { render };
