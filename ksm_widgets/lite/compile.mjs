// node compile.mjs CORE SOURCES COMPILED: byte code of all Python in one ZIP file into another, made
// by the Pyodide in the folder CORE, so that the page, which has the same, compiles nothing itself.

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [core, sources, compiled] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(core, "pyodide.mjs")));
const pyodide = await loadPyodide({
  indexURL: resolve(core),
  // Sets would come in another order each time.
  env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
});
pyodide.FS.writeFile("/sources.zip", readFileSync(sources));
// A file that belongs to another Python, such as a template, does not compile, and stays as it is.
pyodide.runPython(`
import compileall, py_compile, shutil
from pathlib import Path

shutil.unpack_archive("/sources.zip", "/sources")
compileall.compile_dir(
    "/sources", maxlevels=99, stripdir="/sources", quiet=2, legacy=True,
    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
)
for path in [*Path("/sources").rglob("*.py")]:
    path.unlink()
shutil.make_archive("/compiled", "zip", "/sources")
`);
writeFileSync(compiled, pyodide.FS.readFile("/compiled.zip"));
