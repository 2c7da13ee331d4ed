// A translation whose words show what the model attended to.
import { mostAttended, shade, wordNodes } from "./attended_words.js";
import { markDoubt } from "./doubt.js";

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
    const words = best?.attention?.length ? best.words : undefined;
    const nodes = wordNodes(sentence.text, words, (text, index) => this.#wordOf(sentence, text, index));
    this.#place.append(...(nodes ?? [sentence.text]), sentence.after);
  }

  #wordOf(sentence, text, index) {
    const word = document.createElement("span");
    Object.assign(word, { className: "word", textContent: text, tabIndex: 0, role: "button" });
    const best = sentence.nBest[0];
    if (best.wordConfidences?.length === best.words.length) markDoubt(word, best.wordConfidences[index]);
    word.setAttribute("aria-label", `${text}: ${mostAttended(sentence.sourceWords, best.attention[index])}`);
    for (const event of ["mouseenter", "focus", "click"]) {
      word.addEventListener(event, () => this.#show(sentence, index, word));
    }
    return word;
  }

  #show(sentence, index, word) {
    this.#chosen?.classList.remove("chosen");
    this.#chosen = word;
    word.classList.add("chosen");
    const weights = sentence.nBest[0].attention[index];
    const words = sentence.sourceWords.map((text, at) => {
      const title = `${(100 * (weights[at] ?? 0)).toFixed(0)} %`;
      return Object.assign(document.createElement("span"), { textContent: text, title });
    });
    shade(words, weights);
    this.#attended.querySelector(".source").replaceChildren(...words.flatMap((shown) => [shown, " "]));
    this.#attended.hidden = false;
  }
}
