// Passes the translation to a screen reader once typing has paused, not at every letter.

const QUIET = 1000; // milliseconds without a change
const LONGEST = 400; // maximum characters that are read out

export class Announcer {
  #element;
  #waiting;

  constructor(element) {
    this.#element = element;
  }

  hush() {
    clearTimeout(this.#waiting);
  }

  /** `language` selects the reader's voice. */
  say(text, language) {
    this.hush();
    const said = text.length > LONGEST ? `Translation ready: ${text.split(/\s+/).length} words` : text;
    this.#waiting = setTimeout(() => {
      this.#element.lang = said === text ? language : "";
      this.#element.textContent = said;
    }, QUIET);
  }
}
