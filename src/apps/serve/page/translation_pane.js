// One model's translation: its words, what they attend to, alternatives, candidates, time and score.
import { AlternativesList } from "./alternatives_list.js";
import { mostAttended } from "./attended_words.js";
import { CandidatesList, scoreInWords } from "./candidates_list.js";
import { percent, warningsOf } from "./doubt.js";
import { candidateOf, chosenText, translateLines } from "./lines.js";
import { MatchesList } from "./matches_list.js";
import { Problem } from "./problem.js";
import { sentencesOf, withSentence } from "./sentences.js";
import { TranslatedText } from "./translated_text.js";

const ALTERNATIVES = 8;
const HINT = "Choose a word for attention and alternatives.";

export class TranslationPane {
  #server;
  #options;
  #made = ""; // the request from which the lines come, without its text
  #milliseconds;
  #alternatives;
  #candidates;
  #matches;
  #translated;
  #direction = {};
  #types = new Map(); // model -> its architecture
  #onChange;
  #onAttend;

  /** options() returns the search options; onAttend(line number, weights) is called for the chosen word, onChange() for new translations. */
  constructor(name, { server, options, onAttend, onChange, onModel }) {
    this.element = document.querySelector("#translation-pane").content.firstElementChild.cloneNode(true);
    this.#server = server;
    this.#options = options;
    this.#onAttend = onAttend;
    this.#onChange = onChange;
    this.element.id = name;
    this.element.setAttribute("aria-label", `Translation by the ${name} model`);
    this.#alternatives = new AlternativesList(this.#part("alternatives"), name, () => this.#attend());
    this.#candidates = new CandidatesList(this.#part("candidates"), (line, candidate) => this.#choose(line, candidate));
    this.#matches = new MatchesList(this.#part("matches"), (line, candidate) => this.#choose(line, candidate));
    this.#translated = new TranslatedText(this.#part("translation"), {
      onAttend: (line, word) => this.#attend(line, word),
      onFocus: (line) => this.#showCandidates(line),
      onChoose: (...chosen) => this.#openAlternatives(...chosen),
    });
    this.#part("model").addEventListener("change", () => onModel(this.model));
    this.#part("copy").addEventListener("click", () => this.#copy());
  }

  get lines() {
    return this.#translated.lines;
  }

  get text() {
    return this.lines.map((line) => (line ? chosenText(line) : "")).join("\n");
  }

  get model() {
    return this.#part("model").value;
  }

  /** Offers the models for a direction. */
  offer(models, chosen) {
    const select = this.#part("model");
    this.#types = new Map(models.map(({ name, type }) => [name, type]));
    select.replaceChildren(...models.map(({ name }) => new Option(name, name)));
    if (models.some(({ name }) => name === chosen)) select.value = chosen;
    select.disabled = models.length < 2;
  }

  clear() {
    this.element.removeAttribute("aria-busy");
    this.#made = "";
    this.#milliseconds = undefined;
    this.#show([]);
    this.#sayFigures();
  }

  async translate({ text, direction, signal, onWait }) {
    this.#alternatives.close();
    this.#direction = direction;
    const request = { model: this.model, attention: true, ...this.#options() };
    const made = JSON.stringify(request);
    const known = made === this.#made ? this.lines.filter(Boolean) : [];
    this.element.setAttribute("aria-busy", "true");
    try {
      const ask = (lines) => this.#server.ask("v1/translate", { body: { ...request, text: lines }, signal, onWait });
      const onProgress = (lines) => {
        if (signal.aborted) return;
        this.#made = made;
        this.#show(lines);
      };
      const milliseconds = await translateLines({ text, known, ask, onProgress });
      if (signal.aborted) return;
      this.#milliseconds = milliseconds ?? this.#milliseconds;
      this.#sayFigures();
    } catch (error) {
      if (signal.aborted) return;
      this.clear();
      throw error;
    } finally {
      if (!signal.aborted) this.element.removeAttribute("aria-busy");
    }
  }

  /** Shades the words that attended to a word of the source. */
  shadeFor(lineIndex, sourceWord) {
    const weights = this.#translated.shadeFor(lineIndex, sourceWord);
    const line = this.lines[lineIndex];
    this.#explain(weights && `${line.sourceWords[sourceWord]} → ${mostAttended(line.chosen.words, weights, 3)}`);
  }

  #explain(text) {
    this.#part("caption").textContent = text ?? (this.lines.length > 0 ? HINT : "");
  }

  #part(name) {
    return this.element.querySelector(`.${name}`);
  }

  #show(lines) {
    this.#alternatives.close();
    this.#translated.language = this.#direction.target ?? "";
    this.#part("translation").setAttribute("aria-label", `Translation by ${this.model}`);
    this.#translated.show(lines);
    this.#part("copy").disabled = this.text.trim() === "";
    this.#explain();
    this.#showCandidates(lines.find((line) => line?.chosen));
  }

  #showCandidates(line) {
    this.#candidates.show(line, this.lines.length > 1 ? this.lines.indexOf(line) + 1 : undefined);
    this.#matches.show(line);
  }

  #sayFigures() {
    const scores = this.lines.map((line) => line?.chosen?.score).filter(Number.isFinite);
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    const parts = scores.length > 0 ? [(this.#types.get(this.model) ?? "").replaceAll("_", " ")] : [];
    if (this.#milliseconds !== undefined) parts.push(`${this.#milliseconds.toFixed(this.#milliseconds < 10 ? 1 : 0)} ms`);
    if (scores.length > 0) parts.push(`${scores.length > 1 ? "mean score" : "score"} ${scoreInWords(mean)}`);
    const confidences = this.lines.map((line) => line?.chosen?.confidence).filter(Number.isFinite);
    if (confidences.length > 0) parts.push(`${confidences.length > 1 ? "lowest confidence" : "confidence"} ${percent(Math.min(...confidences))}`);
    parts.push(...warningsOf(this.lines));
    this.#part("figures").textContent = parts.filter(Boolean).join(" · ");
  }

  #attend(line, word) {
    const weights = line?.chosen.attention?.[word];
    this.#explain(weights && `${line.chosen.words[word]} ← ${mostAttended(line.sourceWords, weights, 3)}`);
    this.#onAttend(line ? this.lines.indexOf(line) : undefined, weights);
  }

  #openAlternatives(line, word, anchor) {
    const label = `Alternatives from “${line.chosen.words[word]}” on`;
    const sentence = sentencesOf(line, line.chosen)?.find(({ target: [begin, end] }) => begin <= word && word < end);
    const load = (request) => this.#loadAlternatives({ line, word, sentence, request });
    const choose = ({ candidate }) => {
      const changed = withSentence(line.chosen, sentence, candidate, line.sourceWords.length);
      this.#choose(line, line.candidates.find(({ text }) => text === changed.text) ?? changed);
      this.#translated.focus(line, word);
    };
    this.#alternatives.open({ anchor, label, load, choose });
    this.#attend(line, word);
  }

  async #loadAlternatives({ line, word, sentence, request }) {
    if (!sentence) throw new Problem("Alternatives need a line whose sentences can be told apart: put this sentence on its own line.");
    const text = line.source.split(/\s+/).filter(Boolean).slice(...sentence.source).join(" ");
    const prefix = line.chosen.words.slice(sentence.target[0], word).join(" ");
    const { beam_size } = this.#options();
    const body = { text, model: this.model, prefix, alternatives: ALTERNATIVES, attention: true, beam_size };
    const { translations } = await this.#server.ask("v1/translate", { body, ...request });
    const found = translations[0].candidates.map(candidateOf);
    found.sort((one, other) => (other.score ?? -Infinity) - (one.score ?? -Infinity));
    return found.map((candidate) => {
      const rest = candidate.text.startsWith(prefix) ? candidate.text.slice(prefix.length).trimStart() : candidate.text;
      const [begin, ...others] = rest.split(" ");
      const note = candidate.score === undefined ? "" : scoreInWords(candidate.score);
      return { begin: begin || "(ends here)", rest: others.join(" "), note, candidate };
    });
  }

  #choose(line, candidate) {
    if (!line.candidates.includes(candidate)) line.candidates.unshift(candidate);
    line.chosen = candidate;
    this.#translated.show(this.lines);
    this.#showCandidates(line);
    this.#sayFigures();
    this.#onChange();
  }

  async #copy() {
    const button = this.#part("copy");
    try {
      await navigator.clipboard.writeText(this.text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(this.#part("translation"));
      button.textContent = "Selected: press Ctrl+C";
    }
    setTimeout(() => (button.textContent = "Copy"), 1500);
  }
}
