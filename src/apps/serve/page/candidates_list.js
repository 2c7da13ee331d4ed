// The n best translations of a line, of which one is shown.

export function scoreInWords(score) {
  return score.toFixed(3).replace("-", "−");
}

export class CandidatesList {
  #element;
  #choose;
  #line;
  #buttons = new Map(); // candidate -> its button

  constructor(element, choose) {
    this.#element = element;
    this.#choose = choose;
  }

  /** `number` is the line's number if there are several lines. */
  show(line, number) {
    const candidates = line?.candidates ?? [];
    if (line !== this.#line || candidates.length !== this.#buttons.size) this.#renew(line, candidates);
    this.#buttons.forEach((button, candidate) => button.setAttribute("aria-pressed", String(candidate === line.chosen)));
    this.#element.hidden = candidates.length < 2;
    const summary = this.#element.querySelector("summary");
    summary.textContent = `${candidates.length} candidates${number ? ` for line ${number}` : ""}`;
  }

  /** Rebuilds the list. Called only if the candidates differ, so that a focused button stays. */
  #renew(line, candidates) {
    this.#line = line;
    this.#buttons.clear();
    this.#element.querySelector("ol").replaceChildren(...candidates.map((candidate) => this.#itemOf(line, candidate)));
  }

  #itemOf(line, candidate) {
    const item = document.createElement("li");
    const button = Object.assign(document.createElement("button"), { type: "button", className: "candidate" });
    const score = candidate.score === undefined ? "" : scoreInWords(candidate.score);
    for (const [name, text] of Object.entries({ text: candidate.text, score })) {
      button.append(Object.assign(document.createElement("span"), { className: name, textContent: text }), " ");
    }
    button.addEventListener("click", () => this.#choose(line, candidate));
    this.#buttons.set(candidate, button);
    item.append(button);
    return item;
  }
}
