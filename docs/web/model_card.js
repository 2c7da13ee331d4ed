// One model: its files, its state, and its translation.
import { Cancelled, RegardError, modelFiles } from "./regard.js";
import { RemoteTranslator } from "./remote_translator.js";
import { warningsOf } from "./doubt.js";
import { droppedFiles } from "./dropped_files.js";
import { TranslationView } from "./translation_view.js";

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

export class ModelCard {
  #translator;
  #load = 0; // number of loads, to ignore results that arrive after another model was chosen
  #title;
  #onReady;

  constructor(title, onReady) {
    this.#title = title;
    this.#onReady = onReady;
    this.element = document.querySelector("#model").content.firstElementChild.cloneNode(true);
    this.part("name").textContent = title;
    this.element.setAttribute("aria-label", title);
    this.view = new TranslationView(this.part("translation"), this.part("attended"));
    for (const input of [this.part("folder"), this.part("files")]) {
      input.addEventListener("change", () => {
        this.take([...input.files]);
        input.value = ""; // the same files may be picked again
      });
    }
    this.#listenToDrops(this.part("drop"));
  }

  part(name) {
    return this.element.querySelector(`.${name}`);
  }

  get isReady() {
    return this.#translator !== undefined;
  }

  #listenToDrops(place) {
    for (const event of ["dragenter", "dragover", "dragleave", "drop"]) {
      place.addEventListener(event, (happened) => {
        happened.preventDefault();
        place.classList.toggle("over", event === "dragenter" || event === "dragover");
      });
    }
    place.addEventListener("drop", async ({ dataTransfer }) => this.take(await droppedFiles(dataTransfer)));
  }

  async take(picked) {
    if (picked.length === 0) return;
    const load = ++this.#load;
    this.#translator?.free();
    this.#translator = undefined;
    this.view.clear();
    this.#showError();
    const { name: folder, files } = modelFiles(picked);
    const name = folder ?? "model";
    const progress = this.part("progress");
    progress.hidden = false;
    progress.removeAttribute("value");
    this.#say(`reading ${name}`);
    const begin = performance.now();
    try {
      const translator = await RemoteTranslator.load(files, {
        name,
        onProgress: ({ bytes, total }) => Object.assign(progress, { max: total, value: bytes }),
        onWarning: (line) => this.#say(line),
      });
      if (load !== this.#load) {
        translator.free();
        return;
      }
      this.#translator = translator;
      this.part("name").textContent = `${folder ?? this.#title} (${translator.architecture})`;
      const seconds = ((performance.now() - begin) / 1000).toFixed(2);
      this.#say(`read in ${seconds} s, ${megabytes(translator.memory)} of memory`);
      this.#onReady();
    } catch (error) {
      if (load === this.#load) this.#showError(error);
    } finally {
      if (load === this.#load) progress.hidden = true;
    }
  }

  async translate({ text, beamSize, signal }) {
    this.view.clear();
    this.#showError();
    let time = 0;
    let score = 0;
    let done = 0;
    const sentences = [];
    const onSentence = (sentence) => {
      if (signal.aborted) return; // the text has changed since
      this.view.add(sentence);
      sentences.push(sentence);
      time += sentence.milliseconds;
      score += sentence.nBest[0]?.score ?? 0;
      done += sentence.nBest.length ? 1 : 0;
      const mean = done ? `, score ${(score / done).toFixed(3)}${done > 1 ? " on average" : ""}` : "";
      this.#say([`${done} ${done === 1 ? "sentence" : "sentences"} in ${time.toFixed(0)} ms${mean}`, ...warningsOf(sentences)].join(" · "));
    };
    try {
      await this.#translator.translateText(text, { beamSize, attention: true, confidence: true, onSentence, signal });
    } catch (error) {
      if (!(error instanceof Cancelled) && !signal.aborted) this.#showError(error);
    }
  }

  #say(text) {
    this.part("status").textContent = text;
  }

  #showError(error) {
    const place = this.part("error");
    place.hidden = error === undefined;
    if (error === undefined) return;
    this.#say("");
    place.textContent = error instanceof RegardError ? error.message : `unexpected: ${error}`;
  }
}
