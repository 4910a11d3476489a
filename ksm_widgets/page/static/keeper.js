// Keeps a learner's progress in the browser. What another page has written there meanwhile is handed
// over first, to be joined with what is new; only what lies there in the end is said to be kept.

const PLACE = "ksm-progress";
const ASIDE = "ksm-progress-damaged";

export default () => ({
  initialize({ model }) {
    const ended = new AbortController();
    let seen = null;

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
        localStorage.setItem(PLACE, text);
        seen = text;
        model.send({ kept: number });
      } catch {
        model.send({ failed: true });
      }
    };

    const setAside = () => {
      try {
        localStorage.setItem(ASIDE, seen ?? "");
      } catch {
        // No room for both: what can be read is worth more.
      }
    };

    const receive = ({ keep: text, number, aside }) => {
      if (aside) setAside();
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
