// What an address of the page means. Everything after `#` may come from a stranger, or be cut off
// anywhere: nothing here throws.

const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

// The parts of an address `#path#place?query`. The query begins at the first question mark; some
// programs encode that too when they pass a link on.
export function splitAddress(hash) {
  let text = hash.replace(/^#/, "");
  if (!text.includes("?") && /%3F/i.test(text)) text = decoded(text);
  const [before, query = ""] = text.split(/\?(.*)/s);
  const [path, place = ""] = decoded(before).split(/#(.*)/s);
  return { path, place, query };
}

// The page that an address leads to: its path, language, query and a place on it; `known` says
// whether there is such a page. `site` lists languages, notebooks and, by the prefix of their
// rules, rulebooks; `preferred` is the reader's language.
export function readAddress(hash, site, preferred) {
  const { path, place, query } = splitAddress(hash);
  const asked = new URLSearchParams(query);
  let language = asked.get("language");
  if (site.languages.includes(language)) asked.delete("language");
  else language = site.languages.find((each) => path.startsWith(`${each}/`)) ?? preferred;
  const prefix = /^([A-Z]+)\d+$/.exec(path)?.[1];
  const rulebooks = new Map(Object.entries(site.rulebooks));
  if (rulebooks.has(prefix)) {
    return { path: `${language}/${rulebooks.get(prefix)}`, place: path, language, query: "", known: true };
  }
  const page = path === "home.md" ? "" : path;
  const known = page === "" || site.pages.includes(page);
  return { path: page, place, language, query: asked.toString(), known };
}
