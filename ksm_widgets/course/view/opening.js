// The beginning of a lesson. While all cells are run, JupyterLab follows the last of them to the end
// of the page; a reader wants to begin at the top, and is held there until the boards stand or until
// they do something themselves.

// The boards stand when the page has not grown for so many looks, one every so many milliseconds.
const CALM = 8;
const EVERY = 250;

function hold(room, gone) {
  const on = { signal: gone.signal, capture: true };
  const top = () => { room.scrollTop = 0; };
  room.addEventListener("scroll", top, on);
  for (const done of ["wheel", "pointerdown", "touchstart", "keydown"]) {
    document.addEventListener(done, () => gone.abort(), on);
  }
  let calm = 0;
  let height = 0;
  const timer = setInterval(() => {
    calm = room.scrollHeight === height ? calm + 1 : 0;
    height = room.scrollHeight;
    if (calm > CALM || gone.signal.aborted) {
      clearInterval(timer);
      gone.abort();
    }
  }, EVERY);
  top();
}

function render({ model, el }) {
  const gone = new AbortController();
  const text = () => { el.textContent = model.get("text"); };
  text();
  model.on("change:text", text);
  // It may come to the page only after this.
  const begin = () => {
    const room = el.closest(".jp-WindowedPanel-outer");
    if (room) hold(room, gone);
    return room;
  };
  const watch = new MutationObserver(() => { if (begin()) watch.disconnect(); });
  if (!begin()) watch.observe(document.body, { childList: true, subtree: true });
  return () => {
    watch.disconnect();
    gone.abort();
    model.off("change:text", text);
  };
}

export default { render };
