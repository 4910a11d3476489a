// The page without a server: the address after `#` says what is shown. Home and rules are read here;
// notebooks run in the frame, whose kernel is started while one still reads.

const { words: WORDS, ...SITE } = JSON.parse(document.getElementById("site").textContent);
const read = document.getElementById("read");
const frame = document.getElementById("live");
const status = document.getElementById("stage");
const root = document.documentElement;
const NAMING = ["index.html", "config-utils.js", "jupyter-lite.json", "lab/index.html", "lab/jupyter-lite.json"];
const PYTHON = "static/pyodide/";
const FIXED_NAMES = /"live\/(files\/[^"]+\.ipynb|static\/pyodide\/[^"]+\.(?:js|mjs|wasm|zip))"/g;
const IN_FOLDER = /^[a-z]{2}\//;
let opened = null;
let wanted = null;
let ready = false;

const kept = (name) => { try { return localStorage.getItem(`ksm-${name}`); } catch { return null; } };
const keep = (name, value) => { try { localStorage.setItem(`ksm-${name}`, value); } catch { /* then not */ } };

function preferredLanguage() {
  const wanted = [kept("language"), ...navigator.languages.map((each) => each.slice(0, 2))];
  return wanted.find((each) => SITE.languages.includes(each)) ?? SITE.languages[0];
}

function showStatus(key, detail = "") {
  const words = WORDS[root.lang][key];
  status.hidden = !words;
  status.toggleAttribute("data-failed", key === "failed" || key === "missing");
  status.querySelector("span").textContent = words ? words.replace("{error}", () => detail) : "";
}

function applyLanguage({ path, language }) {
  root.lang = language;
  keep("language", language);
  for (const nav of document.querySelectorAll(".ksm-nav")) {
    nav.hidden = nav.lang !== language;
    for (const link of nav.querySelectorAll("a")) {
      const to = link.getAttribute("href").slice(1);
      if (link.hreflang) {
        const there = path.replace(IN_FOLDER, `${link.hreflang}/`);
        link.setAttribute("href", `#${there}?language=${link.hreflang}`);
      } else {
        const here = to === path;
        if (here) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
    }
  }
}

// Pictures that come later push a place away; it is held until the reader moves.
function goTo(there) {
  if (!there) return;
  const held = new AbortController();
  const hold = () => there.scrollIntoView();
  for (const picture of read.querySelectorAll("img")) {
    picture.loading = "eager";
    picture.addEventListener("load", hold, { signal: held.signal });
  }
  for (const act of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    addEventListener(act, () => held.abort(), { once: true, passive: true, signal: held.signal });
  }
  hold();
}

function show() {
  const page = readAddress(location.hash, SITE, preferredLanguage());
  const before = root.lang;
  applyLanguage(page);
  const name = page.known ? page.path.replace(IN_FOLDER, "") : "missing";
  const text = document.querySelector(`template[data-page="${CSS.escape(name)}"][data-language="${page.language}"]`);
  if (text) {
    root.removeAttribute("data-live");
    const shown = `${name} ${page.language}`;
    if (read.dataset.shown !== shown) {
      read.replaceChildren(text.content.cloneNode(true));
      read.dataset.shown = shown;
      read.scrollTop = 0;
    }
    if (page.place) goTo(document.getElementById(page.place));
    showStatus(ready ? "" : status.dataset.key ?? "interface");
    return;
  }
  root.setAttribute("data-live", "");
  if (opened === page.path && before === page.language && !page.query) {
    showStatus(ready ? "" : status.dataset.key);
    return;
  }
  wanted = page;
  if (frame.dataset.up) open();
}

function open() {
  const { path, language, query } = wanted;
  opened = path;
  const address = `${location.origin}${location.pathname}#${path}`;
  const environment = { KSM_LANGUAGE: language, KSM_LOOK: kept("look") ?? "auto", QUERY_STRING: query };
  post({ open: path, environment, address, look: root.dataset.look });
}

function post(message) {
  frame.contentWindow?.postMessage({ ksm: message }, location.origin);
}

const postLook = () => post({ look: root.dataset.look });

function receive({ stage, path, error, go, chosen, query }) {
  if (go !== undefined) { location.hash = `#${go}`; return; }
  if (query !== undefined) { history.replaceState(null, "", `#${opened}${query}`); return; }
  if (chosen) {
    keep(chosen.name, chosen.value);
    if (chosen.name === "look") {
      root.dataset.look = chosen.value;
      postLook();
    } else applyLanguage({ path: opened, language: chosen.value });
    return;
  }
  if (!stage) return;
  status.dataset.key = stage;
  // JupyterLab puts its own theme on while it starts.
  if (stage === "readable" || stage === "waits" || stage === "open") postLook();
  if (stage === "interface") {
    frame.dataset.up = "yes";
    if (wanted) open();
  }
  ready = stage === "open" || (stage === "warm" && !wanted);
  holdLoading(!ready && stage !== "failed" && stage !== "missing");
  showStatus(ready ? "" : stage, error);
  root.dataset.stage = stage;
  root.dataset.open = stage === "open" ? path : "";
  if (ready) keepForOffline();
}

// While it loads, the worker that keeps files leaves processor and network to the page.
let release = null;
function holdLoading(loading) {
  if (!loading) {
    release?.();
    release = null;
  } else if (!release) {
    const end = new Promise((resolve) => { release = resolve; });
    navigator.locks?.request(`ksm-loading ${new URL("./", location.href).href}`, { mode: "shared" }, () => end);
  }
}

// What the page needs is kept in the browser once nothing else is being loaded.
function keepForOffline() {
  if (root.dataset.kept || navigator.connection?.saveData) return;
  root.dataset.kept = "asked";
  navigator.serviceWorker?.register("service-worker.js").then(
    () => navigator.serviceWorker.ready.then(() => { root.dataset.kept = "yes"; }),
    () => { /* Without it the page works as long as its host can be reached. */ },
  );
}

addEventListener("message", ({ origin, source, data }) => {
  if (origin === location.origin && source === frame.contentWindow && data?.ksm) receive(data.ksm);
});
addEventListener("hashchange", show);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", postLook);
root.dataset.look = kept("look") ?? "auto";
show();
// What the browser kept of the files that name all others, and of our own Python, may be of an older
// version than the rest; of a version that is new here, so may the notebooks and Pyodide's files. The
// service worker sees to that itself.
async function refresh() {
  if (navigator.serviceWorker?.controller) return;
  const fetchNow = (path) => fetch(`live/${path}`, { cache: "no-cache" });
  const readNow = async (path) => (await fetchNow(path)).text();
  const python = async () => {
    const { packages } = JSON.parse(await readNow(`${PYTHON}pyodide-lock.json`));
    await readNow(`${PYTHON}${packages["ksm-widgets"].file_name}`);
  };
  const changed = async () => {
    const worker = await (await fetch("service-worker.js", { cache: "no-cache" })).text();
    const [, version] = worker.match(/VERSION = "(\w+)"/);
    if (kept("version") && kept("version") !== version) {
      await Promise.all([...worker.matchAll(FIXED_NAMES)].map(([, path]) => readNow(path)));
    }
    keep("version", version);
  };
  // Without them the frame says what is wrong, or has them from the cache.
  await Promise.allSettled([...NAMING.map(readNow), python(), changed()]);
}

holdLoading(true);
await refresh();
frame.src = "live/lab/index.html";
