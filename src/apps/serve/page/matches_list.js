// Entries of the server's translation memory that are similar to a line: their translations may replace that of the line.
import { candidateOf } from "./lines.js";

export class MatchesList {
  #element;
  #choose;

  /** choose(line, candidate) is called with the entry that the user picks as the translation. */
  constructor(element, choose) {
    this.#element = element;
    this.#choose = choose;
  }

  show(line) {
    const matches = line?.matches ?? [];
    this.#element.hidden = matches.length === 0;
    this.#element.querySelector("ul").replaceChildren(...matches.map((match) => this.#itemOf(line, match)));
  }

  #itemOf(line, { score, source, target }) {
    const item = document.createElement("li");
    const button = Object.assign(document.createElement("button"), { type: "button", className: "candidate", title: source });
    for (const [name, text] of Object.entries({ text: target, score: `${score} %` })) {
      button.append(Object.assign(document.createElement("span"), { className: name, textContent: text }), " ");
    }
    button.addEventListener("click", () => this.#choose(line, candidateOf({ text: target })));
    item.append(button);
    return item;
  }
}
