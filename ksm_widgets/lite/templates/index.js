// The page without a server: the address after `#` says what is shown. Home and rules are read here;
// notebooks run in the frame, whose kernel is started while one still reads.

const WORDS = JSON.parse(document.getElementById("words").textContent);
const LANGUAGES = Object.keys(WORDS);
const read = document.getElementById("read");
const frame = document.getElementById("live");
const stage = document.getElementById("stage");
const root = document.documentElement;
let opened = null;
let wanted = null;
let ready = false;

const kept = (name) => { try { return localStorage.getItem(`ksm-${name}`); } catch { return null; } };
const keep = (name, value) => { try { localStorage.setItem(`ksm-${name}`, value); } catch { /* then not */ } };

function preferred() {
  const wishes = [kept("language"), ...navigator.languages.map((each) => each.slice(0, 2))];
  return wishes.find((each) => LANGUAGES.includes(each)) ?? LANGUAGES[0];
}

// What the address means: a page, its language, what it is asked, and a place on it.
function meant() {
  const given = decodeURI(location.hash.slice(1));
  const [before, query = ""] = given.split("?", 2);
  const [path, place = ""] = before.split("#", 2);
  const asked = new URLSearchParams(query);
  let language = asked.get("language");
  if (LANGUAGES.includes(language)) asked.delete("language");
  else language = LANGUAGES.find((each) => path.startsWith(`${each}/`)) ?? preferred();
  if (/^R\d+$/.test(path)) return { path: `${language}/rules.md`, place: path, language, query: "" };
  return { path: path === "home.md" ? "" : path, place, language, query: asked.toString() };
}

function say(key, detail = "") {
  const words = WORDS[root.lang][key];
  stage.hidden = !words;
  stage.toggleAttribute("data-failed", key === "failed" || key === "missing");
  stage.querySelector("span").textContent = words ? words.replace("{error}", detail) : "";
}

function dress({ path, language }) {
  root.lang = language;
  keep("language", language);
  for (const nav of document.querySelectorAll(".ksm-nav")) {
    nav.hidden = nav.lang !== language;
    for (const link of nav.querySelectorAll("a")) {
      const to = link.getAttribute("href").slice(1);
      if (link.hreflang) {
        const there = path.replace(/^[a-z]{2}\//, `${link.hreflang}/`);
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
  const page = meant();
  const before = root.lang;
  dress(page);
  const name = page.path.replace(/^[a-z]{2}\//, "");
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
    if (!ready) say(stage.dataset.key ?? "interface");
    else say("");
    return;
  }
  root.setAttribute("data-live", "");
  if (opened === page.path && before === page.language && !page.query) { say(ready ? "" : stage.dataset.key); return; }
  wanted = page;
  if (frame.dataset.up) open();
}

function open() {
  const { path, language, query } = wanted;
  opened = path;
  const address = `${location.origin}${location.pathname}#${path}`;
  const surroundings = { KSM_LANGUAGE: language, KSM_LOOK: kept("look") ?? "auto", QUERY_STRING: query };
  tell({ open: path, surroundings, address, look: root.dataset.look });
}

function tell(message) {
  frame.contentWindow?.postMessage({ ksm: message }, location.origin);
}

function hear({ stage: at, path, error, go, chosen, query }) {
  if (go !== undefined) { location.hash = `#${go}`; return; }
  if (query !== undefined) { history.replaceState(null, "", `#${opened}${query}`); return; }
  if (chosen) {
    keep(chosen.name, chosen.value);
    if (chosen.name === "look") {
      root.dataset.look = chosen.value;
      tell({ look: chosen.value });
    } else dress({ path: opened, language: chosen.value });
    return;
  }
  if (!at) return;
  stage.dataset.key = at;
  // JupyterLab puts its own theme on while it comes up.
  if (at === "readable" || at === "waits" || at === "open") tellLook();
  if (at === "interface") {
    frame.dataset.up = "yes";
    if (wanted) open();
  }
  ready = at === "open" || (at === "warm" && !wanted);
  say(ready ? "" : at, error);
  root.dataset.stage = at;
  root.dataset.open = at === "open" ? path : "";
}

addEventListener("message", ({ origin, source, data }) => {
  if (origin === location.origin && source === frame.contentWindow && data?.ksm) hear(data.ksm);
});
addEventListener("hashchange", show);
const tellLook = () => tell({ look: root.dataset.look });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tellLook);
root.dataset.look = kept("look") ?? "auto";
show();
frame.src = "live/lab/index.html";
