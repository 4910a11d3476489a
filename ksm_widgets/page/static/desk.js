// A desk: the panels and the board of a page without a kernel. What is done goes to the server, one
// thing after the other; it answers with all that is to be shown. A page that others change too is
// told when there is news.

import board from "./board.js";
import panel from "./panel.js";

const BOARD = ".ksm-board"; // what is to be looked at, if not part of a panel
const AGAIN = 2000; // milliseconds until what could not be sent is sent again

const root = document.querySelector(".ksm-desk");
const canvas = root.querySelector("canvas");
const away = root.querySelector(".ksm-desk-away");
const KEPT = root.dataset.kept; // where the browser keeps the way back here, if anywhere

// What a widget's view has on the other side: values that change, and messages both ways.
class Model {
  #listeners = new Map();
  #values;
  constructor(values, send) {
    this.#values = { longest: 1000, ...values };
    this.send = send;
  }
  get(name) { return this.#values[name]; }
  on(names, listener) {
    for (const name of names.split(" ")) {
      this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    }
  }
  off() {}
  tell(name, content) { for (const listener of this.#listeners.get(name) ?? []) listener(content); }
  set(values) {
    const changed = Object.entries(values).filter(([name, value]) => this.#values[name] !== value);
    Object.assign(this.#values, values);
    for (const [name] of changed) this.tell(`change:${name}`);
  }
}

let pictures = 0;
let moment = -1;
let about; // what is on the screen, as the server names it
let last = Promise.resolve();
let number = Math.floor(Math.random() * 2 ** 40);

// While nothing can be sent nothing more is taken: it would be done to what nobody sees. With the
// name of what is seen, the server drops what was meant for something else.
const send = (content) => {
  const meant = { ...content, about };
  if (away.hidden) last = last.then(() => deliver(meant)).catch(console.error);
};

async function deliver(content) {
  let answer = await insist(content);
  if (answer?.again) {
    // The server was started anew: it is told what was on the screen, then what was done.
    await show(await insist(begun()));
    answer = await insist(content);
  }
  await show(answer);
  if ("point" in content) frame.tell("msg:custom", { through: true });
}

const pause = () => new Promise((done) => setTimeout(done, AGAIN));

// Send something until there is an answer. Its number says that it is the same again.
async function insist(content) {
  number += 1;
  for (;;) {
    try {
      const answer = await post({ ...content, number });
      away.hidden = true;
      return answer;
    } catch {
      away.hidden = false;
      await pause();
    }
  }
}

async function post(content) {
  const body = JSON.stringify({ ...content, pictures });
  const headers = { "Content-Type": "application/json" };
  const reply = await fetch(root.dataset.at, { method: "POST", headers, body });
  // The teacher has ended this; the page says so.
  if (reply.status === 403) location.reload();
  return reply.ok ? reply.json() : null;
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const begun = () => ({ kept: kept(), theme: dark.matches ? "dark" : "light" });

// Some browsers keep nothing, and say so by an error.
function kept() {
  try { return (KEPT && localStorage.getItem(KEPT)) || ""; } catch { return ""; }
}
function keep(text) {
  try { if (KEPT) localStorage.setItem(KEPT, text); } catch { /* then this page must do */ }
}

async function show(answer) {
  if (answer === null) return;
  if (answer.glide) frame.tell("msg:custom", { glide: answer.glide });
  frame.set(answer.board);
  if (answer.picture) await paint(answer.picture);
  pictures = answer.pictures;
  for (const [name, html] of Object.entries(answer.panels)) {
    panels[name].set({ html });
    if (answer.look) panels[name].tell("msg:custom", { look: answer.look });
  }
  if (answer.look === BOARD) frame.tell("msg:custom", { sight: true });
  if (answer.file) {
    const [save, text] = answer.file;
    Object.values(panels)[0].tell("msg:custom", { save, text });
  }
  root.dataset.theme = answer.theme;
  moment = answer.moment;
  about = answer.about;
  keep(answer.kept);
}

async function paint(svg) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  image.src = url;
  await image.decode();
  const [width, height] = [image.naturalWidth * 2, image.naturalHeight * 2];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  canvas.getContext("2d").drawImage(image, 0, 0, width, height);
  URL.revokeObjectURL(url);
}

const panels = {};
for (const el of root.querySelectorAll("[data-panel]")) {
  const part = el.dataset.panel;
  panels[part] = new Model({ html: "", part }, send);
  panel.render({ model: panels[part], el });
}
const frame = new Model({
  label: "", help: "", said: "", text: "", places: {}, width: 1, held: {}, names: {},
}, send);
send(begun());
board().render({ model: frame, el: root.querySelector("[data-board]") });

// Waits for what others do. The server answers once something has happened, or after a while.
async function listen() {
  for (;;) {
    try {
      const reply = await fetch(`${root.dataset.news}?after=${moment}`);
      if (reply.status === 403) return location.reload();
      const news = await reply.json();
      if (news.moment !== moment) {
        send({ news: news.moment });
        await last;
        if (news.moment !== moment) await pause(); // it is still being sent
      }
    } catch {
      await pause();
    }
  }
}
if (root.dataset.news) last.then(listen);
