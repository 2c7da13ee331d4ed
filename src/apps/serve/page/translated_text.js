// A translation whose words can be pointed at, walked through with the arrow keys, and chosen.
import { markDoubt } from "./doubt.js";
import { mostAttended, shade, wordNodes } from "./attended_words.js";

/** The smallest weight that is shown: smaller ones would be shown as 0 %. */
const SHOWN_WEIGHT = 0.005;

export class TranslatedText {
  #element;
  #shown = new Map(); // line -> { chosen, element, words }
  #wordOf = new WeakMap(); // element -> { line, index }
  #current; // the word that Tab reaches
  #shaded = [];

  lines = [];

  /**
   * onAttend(line, word) is called with the word under the pointer or focus, onAttend() if there is none; onFocus(line) with the line
   * that has the focus; onChoose(line, word, element) on a click.
   */
  constructor(element, { onAttend, onFocus, onChoose }) {
    this.#element = element;
    const attendTo = (element) => {
      const word = this.#wordOf.get(element);
      if (word) onAttend(word.line, word.index);
      else onAttend();
    };
    element.addEventListener("pointerover", ({ target }) => this.#wordOf.has(target) && attendTo(target));
    element.addEventListener("pointerleave", () => attendTo(document.activeElement));
    element.addEventListener("focusin", ({ target }) => {
      this.#makeCurrent(target);
      attendTo(target);
      onFocus(this.#wordOf.get(target)?.line);
    });
    element.addEventListener("focusout", () => attendTo());
    element.addEventListener("click", ({ target }) => {
      const word = this.#wordOf.get(target);
      if (word) onChoose(word.line, word.index, target);
    });
    element.addEventListener("keydown", (event) => this.#moveFocus(event));
  }

  /** Shows lines; pending ones are undefined. */
  show(lines) {
    this.lines = lines;
    const before = this.#shown;
    this.#shown = new Map();
    const elements = lines.map((line) => {
      if (line === undefined) return lineElement(["…"], "coming");
      const known = before.get(line);
      const shown = known && known.chosen === line.chosen ? known : this.#render(line);
      this.#shown.set(line, shown);
      return shown.element;
    });
    replaceWhatDiffers(this.#element, elements);
    if (!this.#element.contains(this.#current)) this.#makeCurrent(this.#element.querySelector(".word"));
  }

  set language(code) {
    this.#element.lang = code;
  }

  focus(line, index) {
    const words = this.#shown.get(line)?.words ?? [];
    words[Math.min(index, words.length - 1)]?.focus();
  }

  /** Shades the words that attended to a word of the source, and returns their weights; without one, removes the shades. */
  shadeFor(lineIndex, sourceWord) {
    shade(this.#shaded);
    const line = this.lines[lineIndex];
    const column = line?.chosen?.attention?.map((row) => row[sourceWord] ?? 0);
    const weights = column?.some((weight) => weight > SHOWN_WEIGHT) ? column : undefined;
    this.#shaded = weights ? this.#shown.get(line).words : [];
    shade(this.#shaded, weights);
    return weights;
  }

  #render(line) {
    const words = [];
    const make = (text, index) => {
      const word = Object.assign(document.createElement("span"), { className: "word", textContent: text, tabIndex: -1, role: "button" });
      word.setAttribute("aria-haspopup", "listbox");
      const weights = line.chosen.attention?.[index];
      if (weights) word.setAttribute("aria-label", `${text}, from ${mostAttended(line.sourceWords, weights)}`);
      markDoubt(word, line.chosen.confidences?.[index]);
      this.#wordOf.set(word, { line, index });
      words.push(word);
      return word;
    };
    const text = line.chosen?.text ?? "";
    const nodes = wordNodes(text, line.chosen?.words, make) ?? [text];
    return { chosen: line.chosen, element: lineElement(nodes), words };
  }

  #makeCurrent(word) {
    if (this.#current) this.#current.tabIndex = -1;
    this.#current = word ?? undefined;
    if (word) word.tabIndex = 0;
  }

  #moveFocus(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.target.click();
      return;
    }
    const words = [...this.#element.querySelectorAll(".word")];
    const at = words.indexOf(event.target);
    const goal = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: words.length - 1 }[event.key];
    if (at < 0 || goal === undefined) return;
    event.preventDefault();
    words[goal]?.focus();
  }
}

/** Replaces only changed elements, so that the others are not laid out again: a long text arrives in many parts. */
function replaceWhatDiffers(parent, elements) {
  elements.forEach((element, at) => {
    const old = parent.children[at];
    if (old === undefined) parent.append(element);
    else if (old !== element) old.replaceWith(element);
  });
  while (parent.children.length > elements.length) parent.lastElementChild.remove();
}

function lineElement(nodes, ...classes) {
  const element = document.createElement("div");
  element.classList.add("line", ...classes);
  element.append(...nodes);
  return element;
}
