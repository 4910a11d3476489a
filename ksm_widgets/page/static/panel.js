// A panel: HTML from Python, kept up to date in place; what is done in it goes back as an act.

function sameKind(a, b) {
  return (
    a.nodeType === b.nodeType && a.nodeName === b.nodeName &&
    (a.nodeType !== Node.ELEMENT_NODE || a.id === b.id)
  );
}

// Make `node` like `wanted` with as few changes as can be.
function become(node, wanted) {
  if (node.nodeType !== Node.ELEMENT_NODE) {
    if (node.nodeValue !== wanted.nodeValue) node.nodeValue = wanted.nodeValue;
    return;
  }
  if (node.isEqualNode(wanted) && !("value" in node)) return;
  for (const { name } of [...node.attributes]) {
    // What the reader has opened, and where a group of buttons has its Tab stop, is the page's own.
    if (name === "open" && node.nodeName === "DETAILS") continue;
    if (name === "tabindex" && node.closest("[data-roving]")) continue;
    if (!wanted.hasAttribute(name)) node.removeAttribute(name);
  }
  for (const { name, value } of [...wanted.attributes]) {
    if (name === "open" && node.nodeName === "DETAILS") continue;
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
  if (node.nodeName === "TEXTAREA") {
    // A text that Python has changed replaces what stands there; otherwise typing is left alone.
    if (node.defaultValue !== wanted.defaultValue) {
      node.defaultValue = wanted.defaultValue;
      node.value = wanted.defaultValue;
    }
    return;
  }
  becomeAll(node, wanted);
  if (node.nodeName === "INPUT") {
    if (node.type === "checkbox" || node.type === "radio") {
      node.checked = wanted.hasAttribute("checked");
    } else if (node.type !== "file" && node !== node.getRootNode().activeElement) {
      node.value = wanted.getAttribute("value") ?? "";
    }
  } else if (node.nodeName === "SELECT") {
    const chosen = wanted.querySelector("option[selected]");
    if (chosen) node.value = chosen.value;
  }
}

function becomeAll(parent, wanted) {
  const old = [...parent.childNodes];
  const target = [...wanted.childNodes];
  let at = 0;
  for (const next of target) {
    let found = at;
    while (found < old.length && !sameKind(old[found], next)) found += 1;
    if (found < old.length) {
      while (at < found) old[at++].remove();
      become(old[at++], next);
    } else {
      parent.insertBefore(next.cloneNode(true), old[at] ?? null);
    }
  }
  while (at < old.length) old[at++].remove();
}

// Ids that no other view has, of this panel or of another explorer's: a label means its own field.
// A picture's ids stay: they say what they name, and the same ones name the same.
function ownIds(content, own) {
  for (const node of content.querySelectorAll("[id], label[for]")) {
    if (node.closest("svg")) continue;
    if (node.id) node.id += own;
    if (node.htmlFor) node.htmlFor += own;
  }
}

// One Tab stop for a group of buttons; arrow keys go from one to the next.
function rove(group) {
  const items = [...group.querySelectorAll("button:not([disabled])")];
  const inside = items.find((item) => item === group.getRootNode().activeElement);
  const pressed = items.find(
    (item) => item.getAttribute("aria-pressed") === "true" || item.getAttribute("aria-current"));
  const stop = inside ?? pressed ?? items[0];
  for (const item of items) item.tabIndex = item === stop ? 0 : -1;
  return items;
}

// Scroll what is chosen into sight, inside its group only, when something else has been chosen.
function show(group) {
  const chosen = group.querySelector('[aria-pressed="true"]');
  const value = chosen?.dataset.value;
  if (!chosen || group.ksmShown === value) return;
  const room = group.getBoundingClientRect();
  const place = chosen.getBoundingClientRect();
  if (!room.height) return;
  group.ksmShown = value;
  if (place.top < room.top) group.scrollTop -= room.top - place.top + 8;
  if (place.bottom > room.bottom) group.scrollTop += place.bottom - room.bottom + 8;
}

// Go on to what comes after this panel's cell; the page around may know better what that is.
function onward(el) {
  const asked = new CustomEvent("ksm-onward", { bubbles: true, cancelable: true });
  if (!el.dispatchEvent(asked)) return;
  const own = el.closest(".jp-Cell");
  const cells = [...document.querySelectorAll(".jp-Cell")];
  const next = cells.slice(cells.indexOf(own) + 1).find((cell) => cell.offsetHeight > 20);
  if (!own || !next) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  next.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

// Enter in a field goes on to the next empty one; once all are filled in, a button is pressed.
function enter(el, field) {
  const { enter: act } = field.dataset;
  const empty = [...el.querySelectorAll(`input[data-enter="${act}"]`)].find((each) => !each.value);
  field.blur(); // What was typed goes first.
  (empty ?? field).focus();
  if (!empty) el.querySelector(`button[data-act="${act}"]`)?.click();
}

// Go to the first task that is not solved yet; the page around may show one at a time.
function unsolved(el) {
  const cell = document.querySelector(".ksm-unsolved")?.closest(".jp-Cell");
  if (!cell) return;
  const init = { bubbles: true, cancelable: true, detail: cell };
  if (el.dispatchEvent(new CustomEvent("ksm-show", init))) cell.scrollIntoView({ block: "start" });
}

// What a button does, and the words on it: those of a stepper stay while its value changes.
function control(button) {
  const { act, value } = button?.dataset ?? {};
  const main = button?.classList.contains("ksm-main");
  return { act, value, main, words: button?.getAttribute("aria-label") ?? button?.textContent };
}

function same(one, other) {
  return one.act === other.act && (one.value === other.value || one.words === other.words);
}

// What the first click of a double click met. After a main button another one may have its place by
// the second.
let first = control(null);

function render({ model, el }) {
  const gone = new AbortController();
  const on = { signal: gone.signal };
  const own = `-${Math.random().toString(36).slice(2)}`;
  el.classList.add("ksm-panel", `ksm-part-${model.get("part")}`);
  el.dataset.lmSuppressShortcuts = "true";

  let typed = null;
  const update = () => {
    const template = document.createElement("template");
    template.innerHTML = model.get("html");
    ownIds(template.content, own);
    becomeAll(el, template.content);
    for (const group of el.querySelectorAll("[data-roving]")) {
      rove(group);
      show(group);
    }
    // A field that has just come to be typed in.
    const field = el.querySelector("[autofocus]");
    if (field !== typed) field?.focus();
    typed = field;
  };
  // What is told beside the board waits for the frame in which the board itself is painted.
  let due = false;
  let wanted = null;
  const goThere = () => {
    const place = wanted === true ? el : el.querySelector(wanted);
    wanted = null;
    place?.scrollIntoView({ block: "nearest" });
  };
  const later = () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => setTimeout(() => {
      due = false;
      update();
      if (wanted) goThere();
    }));
  };
  model.on("change:html", later);
  update();

  const receive = ({ look, save, text }) => {
    if (look) {
      wanted = look;
      if (!due) goThere(); // Else it is not there yet.
    }
    if (save === undefined) return;
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = save;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  };
  model.on("msg:custom", receive);

  const send = (target, text) => {
    const value = new Blob([text]).size > model.get("longest") ? null : text;
    model.send({ act: target.dataset.act, value });
  };
  const valueOf = (target) => {
    const { from, value } = target.dataset;
    if (from === undefined) return value ?? "";
    return el.querySelector(`[name="${from}"]`)?.value ?? "";
  };

  el.addEventListener("click", async (event) => {
    const target = event.target.closest("button");
    if (event.detail < 2) first = control(target);
    else if (first.main && !same(first, control(target))) return;
    if (!target || target.getAttribute("aria-disabled") === "true") return;
    if (target.dataset.copy !== undefined) {
      const field = el.querySelector(`[name="${target.dataset.copy}"]`);
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        field.select();
        document.execCommand("copy");
      }
    }
    if (target.dataset.onward !== undefined) onward(el);
    if (target.dataset.unsolved !== undefined) unsolved(el);
    if (target.dataset.act) send(target, valueOf(target));
  }, on);

  el.addEventListener("change", async (event) => {
    const target = event.target;
    if (!target.dataset?.act) return;
    if (target.type === "file") {
      const file = target.files[0];
      if (file) send(target, await file.text());
      target.value = "";
    } else if (target.type === "checkbox") {
      send(target, target.dataset.value ?? (target.checked ? "on" : ""));
    } else {
      send(target, target.value);
    }
  }, on);

  el.addEventListener("keydown", (event) => {
    // Enter in a field does what the button beside it does.
    const { name, nodeName } = event.target;
    if (event.key === "Enter" && nodeName === "INPUT" && name && !event.isComposing) {
      el.querySelector(`button[data-from="${name}"]`)?.click();
      if (event.target.dataset.enter) enter(el, event.target);
    }
    const group = event.target.closest("[data-roving]");
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (group && by) {
      const items = rove(group);
      const at = items.indexOf(event.target.closest("button"));
      const next = items[(at + by + items.length) % items.length];
      next.focus();
      rove(group);
      event.preventDefault();
    }
  }, on);
  el.addEventListener("wheel", ({ target }) => {
    // Whoever scrolls past a number does not mean to change it.
    if (target.type === "number") target.blur();
  }, { ...on, passive: true });
  el.addEventListener("toggle", (event) => {
    event.target.querySelectorAll?.("[data-roving]").forEach(show);
  }, { ...on, capture: true });
  el.addEventListener("focusin", (event) => {
    const group = event.target.closest("[data-roving]");
    if (group) rove(group);
  }, on);

  return () => {
    model.off("change:html", later);
    model.off("msg:custom", receive);
    gone.abort();
  };
}

export default { render };
