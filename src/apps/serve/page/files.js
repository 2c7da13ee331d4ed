// Files are translated by the server and come back as a download.
import { messageOf } from "./problem.js";
import { waitInWords } from "./server.js";

export class Files {
  #element;
  #server;
  #direction;

  /** direction() is { source, target }, either of which the server may have to detect. */
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

  /** Endings that the server reads, such as "txt". */
  set formats(formats) {
    const endings = formats.map((format) => (format.startsWith(".") ? format : `.${format}`));
    this.#element.querySelector("input[type=file]").accept = endings.join(",");
  }

  /** A file that misses the box must not replace the page. */
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
    const item = document.querySelector("#file").content.firstElementChild.cloneNode(true);
    item.querySelector(".name").textContent = file.name;
    const state = item.querySelector(".state");
    this.#element.querySelector("ul").prepend(item);
    const { source, target } = this.#direction();
    const form = new FormData();
    for (const [name, value] of Object.entries({ file, source, target })) form.append(name, value);
    try {
      state.textContent = "translating…";
      const onWait = (wait) => (state.textContent = waitInWords(wait));
      const { translatedFileUrl } = await this.#server.ask("translate_file", { body: form, onWait });
      state.replaceChildren(linkTo(translatedFileUrl, file.name, target));
    } catch (error) {
      state.classList.add("error");
      state.textContent = messageOf(error);
    }
  }
}

/** The server may know itself by another address than this page, so only the file's name is taken from its own. */
function linkTo(url, name, target) {
  const stored = new URL(url, document.baseURI).pathname.split("/").at(-1);
  const download = name.replace(/(\.[^.]*)?$/, `.${target}$1`);
  return Object.assign(document.createElement("a"), { href: `download_file/${stored}`, download, textContent: "Download" });
}
