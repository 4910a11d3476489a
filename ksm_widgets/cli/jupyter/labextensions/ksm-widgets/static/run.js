// Runs a notebook of the project when it is opened, so that its boards answer without a word about
// cells. Only one that says so in its metadata and that Jupyter trusts, every cell of it: it is the
// project's own, byte for byte, or the reader has run it before. One that shows boards which its
// kernel knows is left as it is; one that was left before they were saved shows none, and is run.
//
// JupyterLab and Notebook 7 load this as what is called a federated extension. It needs nothing that
// would have to be built: a container with one module, and in it one plugin.

const VIEW = "application/vnd.jupyter.widget-view+json";

async function run(app, panel, context) {
  await context.ready;
  if (!context.model.sharedModel.getMetadata("ksm_widgets")?.run) return;
  await Promise.all([panel.revealed, panel.sessionContext.ready]);
  const codes = Array.from(context.model.cells).filter((cell) => cell.type === "code");
  const kernel = panel.sessionContext.session?.kernel;
  if (!kernel || panel.isDisposed || !codes.every((cell) => cell.trusted)) return;
  const { content } = await kernel.requestCommInfo({ target_name: "jupyter.widget" });
  const outputs = codes.flatMap((cell) => cell.outputs.toJSON());
  const lives = ({ data }) => data?.[VIEW]?.model_id in (content.comms ?? {});
  if (outputs.some(lives) || panel.isDisposed) return;
  app.shell.activateById(panel.id);
  await app.commands.execute("notebook:run-all-cells");
}

// What has not begun within anywidget's two seconds is deaf to its kernel for good, though it looks
// well; a busy computer needs longer.
const soon = AbortSignal.timeout.bind(AbortSignal);

const plugin = {
  id: "ksm-widgets:run",
  description: "Runs the project's own notebooks when they are opened.",
  autoStart: true,
  activate(app) {
    AbortSignal.timeout = (time) => soon(time === 2000 ? 120_000 : time);
    app.docRegistry.addWidgetExtension("Notebook", {
      createNew(panel, context) {
        run(app, panel, context).catch((error) => console.warn("ksm-widgets:run", error));
      },
    });
  },
};

globalThis._JUPYTERLAB ??= {};
globalThis._JUPYTERLAB["ksm-widgets"] = {
  init: () => {},
  get: async () => () => ({ __esModule: true, default: plugin }),
};
