// Keeps a learner's progress in the browser. What another page has written there meanwhile is handed
// over first, to be joined with what is new; only what lies there in the end is said to be kept.
// Before anything takes the place of damaged progress, that is kept under a name of its own.

const PLACE = "ksm-progress";
const ASIDE = "ksm-progress-damaged";

// A name under which the text already lies, or else a free one.
const nameFor = (text) => {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? ASIDE : `${ASIDE}-${number}`;
    const there = localStorage.getItem(name);
    if (there === null || there === text) return { name, free: there === null };
  }
};

// Write both or, where there is no room, neither.
const exchange = (name, old, text) => {
  try {
    localStorage.setItem(name, old);
    localStorage.setItem(PLACE, text);
  } catch (error) {
    localStorage.removeItem(name);
    throw error;
  }
};

// Put a text in the place of a damaged one, which gets the name returned; all stays as it is if it throws.
const replace = (damaged, text) => {
  const { name, free } = nameFor(damaged);
  if (!free) {
    localStorage.setItem(PLACE, text);
    return name;
  }
  try {
    exchange(name, damaged, text);
  } catch {
    // There may be room for it once, if not for a copy.
    localStorage.removeItem(PLACE);
    try {
      exchange(name, damaged, text);
    } catch (error) {
      localStorage.setItem(PLACE, damaged);
      throw error;
    }
  }
  return name;
};

export default () => ({
  initialize({ model }) {
    const ended = new AbortController();
    let seen = null;
    let damaged = null;

    const look = () => {
      try {
        seen = localStorage.getItem(PLACE);
        model.send({ there: seen ?? "" });
      } catch {
        model.send({ failed: true });
      }
    };

    const keep = (text, number) => {
      try {
        if (localStorage.getItem(PLACE) !== seen) {
          look();
          return;
        }
        if (seen !== null && seen === damaged) {
          model.send({ aside: replace(seen, text) });
        } else {
          localStorage.setItem(PLACE, text);
        }
        seen = text;
        model.send({ kept: number });
      } catch {
        model.send({ failed: true });
      }
    };

    const receive = ({ keep: text, number, aside }) => {
      if (aside) damaged = seen;
      if (text !== undefined) keep(text, number);
    };
    model.on("msg:custom", receive);
    // Another page of this browser has written.
    addEventListener("storage", ({ key }) => { if (key === PLACE) look(); }, { signal: ended.signal });
    look();
    return () => {
      ended.abort();
      model.off("msg:custom", receive);
    };
  },
});
