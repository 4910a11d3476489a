// The notebooks within the page without a server: JupyterLite in a frame, without its own menus,
// shows one notebook at a time, and all of them run in one kernel, which is started at once.
//
// The page around says what to open and hears how far that is. Without a page around it, JupyterLite
// is what it always is.

const STYLE = `
html { background: var(--ksm-around-page) !important; }
html, body.ksm-live { overflow: hidden !important; }
body.ksm-live, .ksm-live #main { background: transparent !important; }
.ksm-live #main > * { visibility: hidden; }
.ksm-live .ksm-page {
  position: fixed !important; inset: 0 !important; width: 100% !important; height: 100% !important;
  contain: none !important; z-index: 10 !important;
  visibility: visible; background: transparent !important; border: 0 !important;
}
.ksm-page > .jp-NotebookPanel-notebook {
  inset: 0 !important; width: 100% !important; height: 100% !important; background: transparent !important;
}
.ksm-page .jp-Toolbar, .ksm-page .jp-CodeCell .jp-Cell-inputWrapper, .ksm-page .jp-CellFooter,
.ksm-page .jp-InputPrompt, .ksm-page .jp-OutputPrompt, .ksm-page .jp-Collapser,
.ksm-page .jp-Notebook-footer, .ksm-page .jp-Cell::before, .ksm-page .jp-Cell::after { display: none !important; }
.ksm-page .jp-WindowedPanel-outer {
  box-sizing: border-box; padding: 8px max(10px, calc((100% - 900px) / 2)) 40px !important; border: 0 !important;
}
.ksm-page.ksm-wide .jp-WindowedPanel-outer { padding: 0 0 20px !important; }
.ksm-page .jp-Cell, .ksm-page .jp-Cell-inputWrapper, .ksm-page .jp-Cell-outputWrapper {
  border: 0 !important; outline: 0 !important; box-shadow: none !important; padding: 2px 0 !important;
}
.ksm-page .jp-OutputArea-output { overflow: visible !important; }
.ksm-page .jp-RenderedHTMLCommon { color: var(--ksm-around-ink); font-size: 16px; padding: 0 !important; border: 0 !important; }
.ksm-page .jp-RenderedSVG :is(img, svg) { max-width: 100% !important; height: auto !important; }
.ksm-page .lm-Panel.jp-OutputArea-output:not(.jupyter-widgets):not(:has(*)) { font-size: 0 !important; }
.ksm-page .jp-RenderedText pre, .ksm-page .jp-RenderedMarkdown a { color: var(--ksm-around-ink) !important; }
.ksm-page .jp-RenderedMarkdown a { text-decoration: underline !important; }
`;
// They are fetched from another host, and Python starts without them too.
const NEEDED = "from importlib.util import find_spec; assert find_spec('numpy') and find_spec('PIL')";
// What takes long the first time: the imports. A notebook must find no widgets but its own.
const WARM = "import ksm_widgets.widgets; from ksm_widgets.page import changing as _changing; _changing.leave()";
const LEAVE = "_changing.leave()";
const arriveCode = (environment) => {
  let kept = "";
  try {
    kept = localStorage.getItem("ksm-progress") ?? "";
  } catch {
    // Nothing may be kept here.
  }
  return `_changing.arrive(${JSON.stringify(JSON.stringify({ ...environment, kept }))})`;
};
const HERE = location.origin;
// Where JupyterLite has what a link within a notebook names.
const FILES = new URL("../files/", location.href).href;

const post = (message) => parent.postMessage({ ksm: message }, HERE);

// The notebook fills the frame, wherever JupyterLab has put it, and puts it again when the window's
// size changes: it writes that on the panel itself, so only a rule of STYLE outlasts it.
function fill(panel, path) {
  panel.toolbar.hide();
  panel.addClass("ksm-page");
  panel.toggleClass("ksm-wide", !path.includes("/"));
  // Within an ancestor that is contained, "fixed" would mean that ancestor.
  for (let around = panel.node.parentElement; around !== document.body; around = around.parentElement) {
    around.style.setProperty("contain", "none", "important");
    around.style.setProperty("overflow", "visible", "important");
  }
}

// The colours are those of the page around, whatever JupyterLab's theme has.
function applyLook(look) {
  const around = getComputedStyle(parent.document.documentElement);
  for (const name of ["page", "ink"]) {
    const colour = around.getPropertyValue(`--ksm-${name}`);
    document.documentElement.style.setProperty(`--ksm-around-${name}`, colour);
  }
  const dark = look === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : look !== "light";
  if (document.body.dataset.jpThemeLight !== String(!dark)) document.body.dataset.jpThemeLight = String(!dark);
}

async function run(kernel, code) {
  const { content } = await kernel.requestExecute({ code, silent: true, store_history: false }).done;
  if (content.status === "ok") return;
  throw new Error(`${content.ename.replace(/^<class '(.*)'>$/, "$1")}: ${content.evalue}`);
}

class Missing extends Error {}

class Live {
  constructor(app) {
    this.app = app;
    this.panel = null;
    this.warm = false;
    this.queue = Promise.resolve();
    this.latest = 0;
  }

  // One kernel for all, with a session of its own, so that it outlives every notebook.
  start() {
    this.session = this.app.serviceManager.sessions.startNew(
      { path: "ksm", name: "ksm", type: "console", kernel: { name: "python" } },
      // Only the notebooks need to hear of widgets.
      { kernelConnectionOptions: { handleComms: false } },
    ).then(({ kernel }) => {
      this.kernel = kernel;
      return kernel;
    });
    this.ready = this.prepare();
    return this.ready;
  }

  async prepare() {
    const kernel = await this.session;
    await kernel.info;
    post({ stage: "python" });
    await run(kernel, NEEDED).catch(() => { throw new Missing(); });
    await run(kernel, WARM);
    this.warm = true;
    post({ stage: "warm" });
  }

  // Of several requests in quick succession only the last is opened.
  open(path, environment) {
    this.latest += 1;
    const mine = this.latest;
    const show = () => (mine === this.latest ? this.show(path, environment) : null);
    // One that could not be opened is told; the next may be.
    this.queue = this.queue.then(show, show);
    return this.queue;
  }

  async show(path, environment) {
    post({ stage: "opening", path });
    if (this.panel) {
      this.panel.dispose();
      await this.ready;
      await run(this.kernel, LEAVE);
    }
    // JupyterLab would tell of a file that does not come in a dialogue of its own, and wait for ever.
    await this.app.serviceManager.contents.get(path, { content: true });
    const { id } = await this.session;
    const panel = await this.app.commands.execute("docmanager:open", {
      path, factory: "Notebook", kernel: { id },
    });
    this.panel = panel;
    fill(panel, path);
    await panel.context.ready;
    if (panel.context.model.getMetadata("ksm_widgets")?.wide) panel.addClass("ksm-wide");
    post({ stage: this.warm ? "readable" : "waits", path });
    await Promise.all([this.ready, panel.sessionContext.ready]);
    // JupyterLite gives a session to whoever asks for one of its name, at first the file's: the same
    // in both languages.
    await panel.sessionContext.session.setName(path);
    await run(panel.sessionContext.session.kernel, arriveCode(environment));
    this.app.shell.activateById(panel.id);
    await this.app.commands.execute("notebook:run-all-cells");
    post({ stage: "open", path });
  }
}

// A link within a notebook leads to another page of the site, whatever JupyterLab would open.
function follow(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || event.button || event.ctrlKey || event.metaKey) return;
  if (!link.href.startsWith(FILES)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  post({ go: link.href.slice(FILES.length) });
}

// A widget that has not started within anywidget's two seconds never answers Python, though it looks
// fine; while Python loads, a page needs longer.
const soon = AbortSignal.timeout.bind(AbortSignal);

const plugin = {
  id: "ksm-live:plugin",
  description: "Shows the project's notebooks one at a time within the page around.",
  autoStart: true,
  activate(app) {
    if (parent === window) return;
    AbortSignal.timeout = (time) => soon(time === 2000 ? 120_000 : time);
    document.head.append(Object.assign(document.createElement("style"), { textContent: STYLE }));
    const live = new Live(app);
    const failed = (error) => post(
      error instanceof Missing ? { stage: "missing" } : { stage: "failed", error: String(error?.message ?? error) },
    );
    document.addEventListener("click", follow, true);
    document.addEventListener("ksm-chosen", ({ detail }) => post({ chosen: detail }));
    addEventListener("message", ({ origin, data }) => {
      if (origin !== HERE || !data?.ksm) return;
      if (data.ksm.look) applyLook(data.ksm.look);
      if (!data.ksm.open) return;
      const { open, environment, address } = data.ksm;
      // The board asks this for the address that can be shared.
      globalThis.ksmSite = { address, show: (query) => post({ query }) };
      live.open(open, environment).catch(failed);
    });
    app.restored.then(() => {
      document.body.classList.add("ksm-live");
      post({ stage: "interface" });
      live.start().catch(failed);
    });
  },
};

globalThis._JUPYTERLAB ??= {};
globalThis._JUPYTERLAB["ksm-live"] = {
  init: () => {},
  get: async () => () => ({ __esModule: true, default: plugin }),
};
