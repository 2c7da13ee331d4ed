// A translation whose words show what the model attended to.

export class TranslationView {
  #place;
  #attended;
  #chosen;

  constructor(place, attended) {
    this.#place = place;
    this.#attended = attended;
  }

  clear() {
    this.#place.replaceChildren();
    this.#attended.hidden = true;
    this.#chosen = undefined;
  }

  add(sentence) {
    const best = sentence.nBest[0];
    if (!best?.attention?.length || best.words.join(" ") !== best.text) {
      this.#place.append(sentence.text, sentence.after);
      return;
    }
    best.words.forEach((text, index) => {
      const word = document.createElement("span");
      Object.assign(word, { className: "word", textContent: text, tabIndex: 0, role: "button" });
      word.setAttribute("aria-label", `${text}: ${mostAttended(sentence, index)}`);
      for (const event of ["mouseenter", "focus", "click"]) {
        word.addEventListener(event, () => this.#show(sentence, index, word));
      }
      this.#place.append(index > 0 ? " " : "", word);
    });
    this.#place.append(sentence.after);
  }

  #show(sentence, index, word) {
    this.#chosen?.classList.remove("chosen");
    this.#chosen = word;
    word.classList.add("chosen");
    const weights = sentence.nBest[0].attention[index];
    const words = sentence.sourceWords.flatMap((text, at) => {
      const shown = document.createElement("span");
      shown.textContent = text;
      shown.title = `${(100 * (weights[at] ?? 0)).toFixed(0)} %`;
      shown.style.backgroundColor = `rgb(var(--accent) / ${(0.6 * (weights[at] ?? 0)).toFixed(3)})`;
      return [shown, " "];
    });
    this.#attended.querySelector(".source").replaceChildren(...words);
    this.#attended.hidden = false;
  }
}

/** "cat 83 %, the 12 %" */
function mostAttended({ sourceWords, nBest }, index) {
  const weights = nBest[0].attention[index];
  const order = [...weights.keys()].sort((a, b) => weights[b] - weights[a]).slice(0, 2);
  return order.map((at) => `${sourceWords[at]} ${(100 * weights[at]).toFixed(0)} %`).join(", ");
}
