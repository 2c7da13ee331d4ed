// Has files translated by the server, shows the progress that it reports, and offers the results for download.
import { messageOf, Problem } from "./problem.js";
import { pause, waitInWords } from "./server.js";

const BETWEEN_QUESTIONS = 0.5; // seconds

export class Files {
  #element;
  #server;
  #direction;

  /** direction() returns { source, target }, either of which the server may have to detect. */
  constructor(element, { server, direction }) {
    this.#element = element;
    this.#server = server;
    this.#direction = direction;
    const input = element.querySelector("input[type=file]");
    input.addEventListener("change", () => {
      this.#take([...input.files]);
      input.value = ""; // the same file may be picked again
    });
    this.#listenToDrops();
  }

  /** File name extensions that the server reads, such as "txt". */
  set formats(formats) {
    const endings = formats.map((format) => (format.startsWith(".") ? format : `.${format}`));
    this.#element.querySelector("input[type=file]").accept = endings.filter((ending) => ending.lastIndexOf(".") === 0).join(",");
    this.#element.querySelector(".formats").textContent = formats.join(", ");
  }

  /** Accepts dropped files. A file dropped next to the box must not replace the page. */
  #listenToDrops() {
    const box = this.#element.querySelector(".drop");
    for (const name of ["dragover", "dragleave", "drop"]) {
      document.addEventListener(name, (event) => {
        if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
        event.preventDefault();
        box.classList.toggle("over", name === "dragover");
        if (name === "drop" && !this.#element.hidden) this.#take([...event.dataTransfer.files]);
      });
    }
  }

  #take(files) {
    for (const file of files) this.#translate(file);
  }

  async #translate(file) {
    const item = new FileItem(file.name);
    this.#element.querySelector("ul").prepend(item.element);
    const { source, target } = this.#direction();
    const form = new FormData();
    form.append("file", file);
    form.append("target_lang", target);
    if (source !== "auto") form.append("source_lang", source);
    form.append("entries", this.#element.querySelector("#entries").value);
    const controller = new AbortController();
    item.onCancel = () => controller.abort();
    try {
      const request = { signal: controller.signal, onWait: (wait) => item.say(waitInWords(wait)) };
      item.say("sending…");
      const { document_id: id, document_key: key } = await this.#server.ask("v2/document", { ...request, body: form });
      const place = `v2/document/${id}`;
      const cancel = () => this.#server.ask(`${place}?document_key=${encodeURIComponent(key)}`, { method: "DELETE" }).catch(() => {});
      controller.signal.addEventListener("abort", cancel);
      if (controller.signal.aborted) cancel();
      const body = { document_key: key };
      const { warnings = [] } = await this.#end(place, { ...request, body }, item);
      const translation = await this.#server.ask(`${place}/result`, { ...request, body, isFile: true });
      item.offer(translation, file.name.replace(/(\.[^.]*)?$/, `.${target}$1`), warnings);
    } catch (error) {
      if (controller.signal.aborted) item.end("cancelled");
      else item.fail(messageOf(error));
    }
  }

  /** Polls the server until a document is translated, and returns its answer. */
  async #end(place, request, item) {
    for (;;) {
      const answer = await this.#server.ask(place, request);
      if (answer.status === "done") return answer;
      if (answer.status === "error") throw new Problem(answer.error_message);
      item.show(answer);
      await pause(BETWEEN_QUESTIONS, request.signal);
    }
  }
}

/** A line in the list of files. */
class FileItem {
  onCancel = () => {};

  constructor(name) {
    this.element = document.querySelector("#file").content.firstElementChild.cloneNode(true);
    this.element.querySelector(".name").textContent = name;
    this.#bar.setAttribute("aria-label", `Progress of ${name}`);
    const button = this.element.querySelector(".cancel");
    button.setAttribute("aria-label", `Cancel ${name}`);
    button.addEventListener("click", () => this.onCancel());
  }

  get #bar() {
    return this.element.querySelector("progress");
  }

  /** Shows a state. Screen readers read each new text in the list, so it changes only with the state, not with each translated text. */
  say(words) {
    const state = this.element.querySelector(".state");
    if (state.textContent !== words) state.textContent = words;
  }

  show({ status, texts, texts_done: done }) {
    this.say(status === "queued" ? "waiting…" : "translating…");
    this.#bar.hidden = !(texts > 0);
    if (texts > 0) Object.assign(this.#bar, { max: texts, value: done });
  }

  /** Shows that work on the file has ended. */
  end(words) {
    this.#bar.hidden = true;
    this.element.querySelector(".cancel").hidden = true;
    if (words) this.say(words);
  }

  offer(file, download, warnings) {
    this.end();
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download, textContent: "Download" });
    this.element.querySelector(".state").replaceChildren(link);
    const lines = warnings.map((warning) => Object.assign(document.createElement("li"), { textContent: warning }));
    this.element.querySelector(".warnings").replaceChildren(...lines);
  }

  fail(message) {
    this.element.querySelector(".state").classList.add("error");
    this.end(message);
  }
}
