// Asks the program behind the page whether it is there. If nobody answers, the server is asked what
// has become of it, and the page says so, in one sentence, in place of all that it claimed before.

const EVERY = 15000;
const AGAIN = 4000;
const PATIENCE = 5000;
// A server may be busy with others for as long.
const REACH = 10000;
// An answer that is no older counts: who clicks ten times need not ask ten times.
const FRESH = 2500;
const TRIES = 2;
// A page that has come back by itself and is lost again so soon waits for its reader: it may be what
// it brings back that ends the program.
const CALM = 60000;
const NOTICE = 2500;
const LOST = "ksm-lost";
const CAME_BACK = "ksm-came-back";

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

// What the server says of a kernel: "kernel" if it has ended, or runs and yet did not answer;
// "server" if the server itself is out of reach, "silent" if it takes too long; null if the kernel is
// busy, or nothing can be known.
async function whatOf(kernel) {
  const page = document.getElementById("jupyter-config-data");
  if (!kernel || !page) return null;
  const { baseUrl } = JSON.parse(page.textContent);
  if (!baseUrl) return null;
  try {
    const place = new URL(`${baseUrl}api/kernels/${kernel}`, location.href);
    const said = await fetch(place, { cache: "no-store", signal: AbortSignal.timeout(REACH) });
    if (said.status === 404) return "kernel";
    if (!said.ok) return "server";
    const { execution_state: state } = await said.json();
    return ["busy", "starting", "restarting", "autorestarting"].includes(state) ? null : "kernel";
  } catch (error) {
    return error.name === "TimeoutError" ? "silent" : "server";
  }
}

// What the browser remembers until this window is closed; nothing where it must not.
const noted = (name) => { try { return sessionStorage.getItem(name); } catch { return null; } };
const note = (name, value) => {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch {
    // Then not.
  }
};
const cameBackJustNow = () => Date.now() - Number(noted(CAME_BACK)) < CALM;

class Watch {
  constructor(model) {
    this.model = model;
    this.gone = null;
    this.shows = new Set();
    this.number = 0;
    this.heard = performance.now();
    this.looking = false;
    this.ended = new AbortController();
    this.answered = () => {};
  }

  hear(number) {
    this.heard = performance.now();
    if (number === this.number) this.answered(true);
    this.tell(null);
  }

  // Ask, and wait for the answer for a while.
  async ask() {
    if (this.disconnected) return false;
    const answer = new Promise((resolve) => { this.answered = resolve; });
    this.number += 1;
    try {
      this.model.send({ ask: this.number });
    } catch {
      return false;
    }
    return Promise.race([answer, wait(PATIENCE).then(() => false)]);
  }

  // Look whether it is there, and do not believe the first silence.
  async look() {
    if (this.looking || this.ended.signal.aborted || document.hidden) return;
    this.looking = true;
    let found = null;
    for (let tried = 0; tried < TRIES; tried += 1) {
      if (await this.ask()) break;
      found = await whatOf(this.model.get("kernel"));
      if (found === null) break;
      // Nobody who has left for good will answer a second time.
      if (found === "server" || this.disconnected) break;
    }
    this.looking = false;
    if (this.ended.signal.aborted) return;
    if (found) this.tell(found === "silent" ? "server" : found);
  }

  // Whether Jupyter itself has marked the widgets as those of a kernel that is no more.
  get disconnected() {
    return [...this.shows].some(({ el }) => el.closest(".jupyter-widgets-disconnected"));
  }

  act() {
    if (performance.now() - this.heard > FRESH) this.look();
  }

  tell(found) {
    if (found === this.gone) return;
    this.gone = found;
    const inApp = Boolean(this.model.get("words").reload);
    this.returning = inApp && found === "kernel" && !cameBackJustNow();
    // Whoever loads the page again finds what was there, unless that has just been brought back.
    if (inApp && !(found && cameBackJustNow())) note(LOST, found ? location.href : null);
    for (const show of this.shows) show.update();
    if (this.returning) this.comeBack();
  }

  // The server answers, but the program behind the page is no more: begin with another one.
  async comeBack() {
    await wait(NOTICE);
    if (!this.returning || this.ended.signal.aborted || !noted(LOST)) return;
    note(CAME_BACK, String(Date.now()));
    location.reload();
  }

  async run() {
    while (!this.ended.signal.aborted) {
      await wait(this.gone ? AGAIN : EVERY);
      await this.look();
    }
  }
}

// What the page keeps of this place, if it was kept by an earlier run of the program. In the app it
// comes back only where the program was lost: whoever opens a page anew finds it as it begins.
function restore(model) {
  const inApp = Boolean(model.get("words").reload);
  const place = model.get("place") && model.get("place") + (inApp ? ` ${location.pathname}` : "");
  if (!place) return;
  const wanted = !inApp || noted(LOST) === location.href;
  // Other boards of the page may still come to look.
  if (inApp && wanted) setTimeout(() => note(LOST, null), AGAIN);
  const run = model.get("run");
  let kept = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(place));
  } catch {
    return; // Nothing may be kept here.
  }
  const keep = () => {
    const text = model.get("kept");
    try {
      if (text) sessionStorage.setItem(place, JSON.stringify({ run, text }));
    } catch {
      // No room: then it does not come back.
    }
  };
  model.on("change:kept", keep);
  if (wanted && kept && kept.run !== run && typeof kept.text === "string") {
    try {
      model.send({ restore: kept.text });
      note(CAME_BACK, String(Date.now()));
    } catch {
      // A notebook was opened, and its program has not been started yet.
    }
  } else {
    keep();
  }
}

// The server reads it at the next visit; the page around the board follows at once.
function remember(name, value) {
  document.dispatchEvent(new CustomEvent("ksm-chosen", { detail: { name, value } }));
  const { baseUrl } = JSON.parse(document.getElementById("jupyter-config-data").textContent);
  document.cookie = `ksm-${name}=${value}; path=${baseUrl}; max-age=31536000; samesite=lax`;
  if (name === "language") {
    document.documentElement.lang = value;
    const links = [...document.querySelectorAll(".ksm-nav")];
    if (links.some((each) => each.lang === value)) {
      for (const each of links) each.hidden = each.lang !== value;
    }
  }
  if (name !== "look") return;
  document.documentElement.dataset.look = value;
  if (value === "auto") delete document.body.dataset.jpThemeLight;
  else document.body.dataset.jpThemeLight = String(value === "light");
}

function show(watch, model, el) {
  const gone = new AbortController();
  const on = { signal: gone.signal, capture: true };
  const root = el.closest(".ksm-explorer, .ksm-lesson");
  const update = () => {
    const words = model.get("words");
    const lost = Boolean(watch.gone);
    root?.classList.toggle("ksm-gone", lost);
    for (const part of root?.children ?? []) if (!part.contains(el)) part.inert = lost;
    el.replaceChildren();
    el.className = "ksm-pulse";
    if (!lost) return;
    el.setAttribute("role", "alert");
    const said = document.createElement("p");
    said.textContent = watch.returning ? words.returning : words[watch.gone];
    el.append(said);
    if (words.reload) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = words.reload;
      button.addEventListener("click", () => location.reload(), on);
      el.append(button);
    }
  };
  for (const name of ["pointerdown", "keydown"]) root?.addEventListener(name, () => watch.act(), on);
  model.on("change:words", update);
  // Jupyter marks the views of a kernel that was restarted: then there is no need to wait.
  const marks = new MutationObserver(() => {
    if (el.closest(".jupyter-widgets-disconnected")) watch.look();
  });
  marks.observe(el, { attributes: true, attributeFilter: ["class"] });
  update();
  return {
    el,
    update,
    end() {
      gone.abort();
      marks.disconnect();
      model.off("change:words", update);
    },
  };
}

export default () => {
  let watch = null;
  return {
    initialize({ model }) {
      watch = new Watch(model);
      const receive = ({ here, remember: name, value }) => {
        if (here !== undefined) watch.hear(here);
        if (name) remember(name, value);
      };
      const seen = () => { if (!document.hidden) watch.act(); };
      model.on("msg:custom", receive);
      document.addEventListener("visibilitychange", seen, { signal: watch.ended.signal });
      addEventListener("online", seen, { signal: watch.ended.signal });
      restore(model);
      watch.run();
      return () => {
        watch.ended.abort();
        model.off("msg:custom", receive);
      };
    },
    render({ model, el }) {
      let shown = null;
      // It may come to the page only after this.
      const begin = () => {
        if (!el.closest(".ksm-explorer, .ksm-lesson")) return false;
        shown = show(watch, model, el);
        watch.shows.add(shown);
        return true;
      };
      const waiting = new MutationObserver(() => { if (begin()) waiting.disconnect(); });
      if (!begin()) waiting.observe(document.body, { childList: true, subtree: true });
      return () => {
        waiting.disconnect();
        if (shown) {
          watch.shows.delete(shown);
          shown.end();
        }
      };
    },
  };
};
