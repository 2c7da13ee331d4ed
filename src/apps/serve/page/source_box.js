// The text to translate. A textarea cannot mark words, so a copy of its text behind it shows the shades and gives the box its height.
import { shade, wordNodes } from "./attended_words.js";

export class SourceBox {
  #textarea;
  #copy;
  #lines = []; // the word elements of each line
  #attended;
  #shaded = [];

  /** onInput() is called on changes; onAttend(line, word) with the word under the pointer or the caret, and onAttend() if there is none. */
  constructor(textarea, copy, { onInput, onAttend }) {
    this.#textarea = textarea;
    this.#copy = copy;
    textarea.addEventListener("input", () => {
      this.#showPlain();
      onInput();
    });
    const attend = (element) => {
      if (element === this.#attended) return;
      this.#attended = element;
      onAttend(...(element ? [Number(element.dataset.line), Number(element.dataset.word)] : []));
    };
    textarea.addEventListener("pointermove", (event) => attend(this.#wordAt(event.clientX, event.clientY)));
    textarea.addEventListener("pointerleave", () => attend());
    textarea.addEventListener("blur", () => attend());
    document.addEventListener("selectionchange", () => {
      if (document.activeElement === textarea) attend(this.#wordAtCaret());
    });
  }

  get text() {
    return this.#textarea.value;
  }

  set text(text) {
    this.#textarea.value = text;
    this.#showPlain();
  }

  set language(code) {
    this.#textarea.lang = code;
  }

  /** Turns the words of translated lines into elements. */
  showWords(lines) {
    this.#lines = [];
    this.#attended = undefined;
    const nodes = lines.flatMap((line, at) => {
      const words = [];
      const make = (text, index) => {
        const word = Object.assign(document.createElement("span"), { textContent: text });
        Object.assign(word.dataset, { line: at, word: index });
        words.push(word);
        return word;
      };
      const shown = wordNodes(line.source, line.sourceWords, make) ?? [line.source];
      this.#lines.push(words);
      return [...shown, "\n"];
    });
    this.#copy.replaceChildren(...nodes, "\u200b"); // an empty last line needs its height
  }

  shade(line, weights) {
    shade(this.#shaded);
    this.#shaded = this.#lines[line] ?? [];
    shade(this.#shaded, weights);
  }

  #showPlain() {
    this.#lines = [];
    this.#attended = undefined;
    this.#copy.textContent = `${this.text}\n\u200b`;
  }

  #wordAt(x, y) {
    return document.elementsFromPoint(x, y).find((element) => element.dataset.word !== undefined && this.#copy.contains(element));
  }

  #wordAtCaret() {
    const before = this.text.slice(0, this.#textarea.selectionStart);
    const line = before.split("\n").length - 1;
    const words = before.slice(before.lastIndexOf("\n") + 1).split(/\s+/).filter(Boolean).length;
    const isInside = /\S$/.test(before);
    return this.#lines[line]?.[isInside ? words - 1 : words];
  }
}
