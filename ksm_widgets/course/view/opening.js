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

const RULE = /^[A-Z]+[0-9]+$/;
const SHORT = 170; // characters
const LEAVE = "a.ksm-next-lesson";
const BEYOND = ".ksm-score ~ * [data-onward]"; // The way from a finish to what is optional.
const PATIENCE = 4000; // milliseconds that a rule may take to come
const LOOKS = 80; // How often the finish is looked for until it has come.

function isDark() {
  for (const node of [document.body, document.documentElement]) {
    const light = node.dataset.jpThemeLight;
    if (light !== undefined) return light !== "true";
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

// A link to a rule opens it here, so that nothing done on the page is lost. Where no program
// answers, or a new tab is asked for, it is a link like any other.
function rules(model, el, on) {
  const dialog = document.createElement("dialog");
  dialog.className = "ksm-lesson ksm-rule";
  dialog.dataset.lmSuppressShortcuts = "true";
  // Its own cell may be out of sight.
  document.body.append(dialog);
  on.signal.addEventListener("abort", () => dialog.remove());
  let passing = null;
  let clock = 0;
  // Before whatever the page around makes of links.
  globalThis.addEventListener("click", (event) => {
    const link = event.target.closest?.("a");
    if (!link || link === passing || event.button || event.ctrlKey || event.metaKey) return;
    if (event.shiftKey || event.altKey || dialog.contains(link)) return;
    const rule = link.textContent.trim();
    if (!RULE.test(rule) || link.closest(".jp-Notebook") !== el.closest(".jp-Notebook")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    clearTimeout(clock);
    clock = setTimeout(() => {
      passing = link;
      link.click();
      passing = null;
    }, PATIENCE);
    model.send({ rule, dark: isDark() });
  }, { ...on, capture: true });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  }, on);
  model.on("msg:custom", ({ html }) => {
    if (html === undefined) return;
    clearTimeout(clock);
    dialog.innerHTML = html;
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
  });
}

// On a phone a lesson is a row of steps: what is read before a task, the task, what is read next.
function steps(model, el, on) {
  const narrow = matchMedia("(max-width: 600px)");
  const key = `ksm-step ${location.pathname}`;
  const bar = document.createElement("nav");
  bar.className = "ksm-lesson ksm-steps-bar";
  const words = model.get("words");
  const [back, place, next] = ["button", "span", "button"].map((tag) => document.createElement(tag));
  back.textContent = words.back;
  next.textContent = words.next;
  place.setAttribute("role", "status");
  bar.setAttribute("aria-label", words.steps);
  const row = document.createElement("div");
  row.append(back, place, next);
  bar.append(row);
  let at = 0;
  let onward = null;
  let looks = LOOKS;
  let clock = 0;
  try { at = Number(sessionStorage.getItem(key)) || 0; } catch { /* Then it begins at the first step. */ }

  const rows = () => {
    const found = [[]];
    for (const cell of document.querySelectorAll(".jp-Cell")) {
      if (cell.matches(".jp-mod-noOutputs.jp-mod-noInput")) continue;
      const task = !cell.contains(el) && cell.querySelector(".lm-Panel.jp-OutputArea-output");
      // A line or two need no screen of their own.
      const read = found.at(-1).map((each) => each.textContent.trim()).join(" ");
      if (task && read.length <= SHORT) found.push([...found.pop(), cell], []);
      else if (task) found.push([cell], []);
      else found.at(-1).push(cell);
    }
    return found.filter((row) => row.length);
  };
  const show = (wanted, moved) => {
    const all = rows();
    const on_ = narrow.matches && all.length > 1;
    at = Math.max(0, Math.min(all.length - 1, wanted));
    all.forEach((row, index) => {
      for (const cell of row) cell.classList.toggle("ksm-away", on_ && index !== at);
    });
    document.body.classList.toggle("ksm-stepping", on_);
    if (on_) document.body.append(bar);
    else bar.remove();
    // The way goes past all that is optional: after the finish comes the next lesson, and so it does
    // after the last step.
    const finish = all.findIndex((row) => row.some((cell) => cell.querySelector(BEYOND)));
    const leave = all[finish]?.map((cell) => cell.querySelector(LEAVE)).find(Boolean);
    onward = at === finish || at === all.length - 1 ? leave : null;
    // What is optional is not counted; before the finish has come, nobody knows where it begins.
    clearTimeout(clock);
    const waits = finish < 0 && looks-- > 0;
    if (waits) clock = setTimeout(() => show(at, false), EVERY);
    const count = at <= finish ? finish + 1 : all.length;
    place.textContent = waits ? `${at + 1}` : `${at + 1} / ${count}`;
    back.disabled = at === 0;
    next.disabled = !onward && at === all.length - 1;
    // The finish has a button of its own for the way on.
    next.style.visibility = onward && at === finish ? "hidden" : "";
    if (!moved || !on_) return;
    try { sessionStorage.setItem(key, String(at)); } catch { /* Then it is not kept. */ }
    scrollTo(0, 0);
    const first = all[at][0];
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  };
  back.addEventListener("click", () => show(at - 1, true), on);
  next.addEventListener("click", () => {
    if (onward?.isConnected) onward.click();
    else show(at + 1, true);
  }, on);
  document.addEventListener("ksm-onward", (event) => {
    if (!narrow.matches) return;
    event.preventDefault();
    show(at + 1, true);
  }, on);
  document.addEventListener("ksm-show", (event) => {
    const place = rows().findIndex((row) => row.includes(event.detail));
    if (!narrow.matches || place < 0) return;
    event.preventDefault();
    show(place, true);
  }, on);
  narrow.addEventListener("change", () => show(at, false), on);
  on.signal.addEventListener("abort", () => {
    clearTimeout(clock);
    bar.remove();
  });
  show(at, false);
}

function render({ model, el }) {
  const [gone, held] = [new AbortController(), new AbortController()];
  const line = document.createElement("div");
  el.append(line);
  const text = () => { line.textContent = model.get("text"); };
  text();
  model.on("change:text", text);
  rules(model, el, { signal: gone.signal });
  if (document.body.matches(".ksm-notebook")) steps(model, el, { signal: gone.signal });
  // It may come to the page only after this.
  const begin = () => {
    const room = el.closest(".jp-WindowedPanel-outer");
    if (room) hold(room, held);
    return room;
  };
  const watch = new MutationObserver(() => { if (begin()) watch.disconnect(); });
  if (!begin()) watch.observe(document.body, { childList: true, subtree: true });
  return () => {
    watch.disconnect();
    gone.abort();
    held.abort();
    model.off("change:text", text);
  };
}

export default { render };
