// A translator in JavaScript: regard's runtime as WebAssembly, in browsers, workers and Node.js. Types are in regard.d.ts.
import makeRuntime from "./regard_runtime.mjs";

/** An error that the user can fix. Tells what is wrong, where, and what to do. */
export class RegardError extends Error {
  constructor({ what, where = "", remedy = "" }) {
    super([where && `${where}: `, what, remedy && `\n${remedy}`].join(""));
    this.name = "RegardError";
    Object.assign(this, { what, where, remedy });
  }
}

/** Thrown if the caller asked to stop. */
export class Cancelled extends Error {
  constructor() {
    super("cancelled");
    this.name = "Cancelled";
  }
}

const NAMES = ["config.yaml", "tokenizer.model", "source.model", "target.model", "model.safetensors", "confidence.yaml"];

const isPacked = (name) => name.endsWith(".regard");
const nameOf = (file) => (file.webkitRelativePath || file.name).split("/");

/** The files of one model: a packed model (regard pack), or the files next to the topmost config.yaml of a picked folder, whose name is also returned. */
export function modelFiles(files) {
  const packed = [...files].find((file) => isPacked(file.name));
  if (packed) return { name: packed.name, files: { [packed.name]: packed } };
  const all = [...files].map((file) => ({ file, path: nameOf(file) }));
  const configs = all.filter(({ path }) => path.at(-1) === "config.yaml").sort((a, b) => a.path.length - b.path.length);
  const folder = (configs[0] ?? all[0])?.path.slice(0, -1).join("/") ?? "";
  const beside = all.filter(({ path }) => path.slice(0, -1).join("/") === folder && NAMES.includes(path.at(-1)));
  return { name: folder.split("/").at(-1) || undefined, files: Object.fromEntries(beside.map(({ file, path }) => [path.at(-1), file])) };
}

/** Reads a Blob into an array of its size; calls `onBytes` with the number of bytes in each chunk. */
async function read(source, onBytes) {
  if (!(source instanceof Blob)) {
    const bytes = source instanceof Uint8Array ? source : new Uint8Array(source);
    onBytes(bytes.length);
    return bytes;
  }
  const bytes = new Uint8Array(source.size);
  const reader = source.stream().getReader();
  for (let at = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return bytes;
    bytes.set(value, at);
    at += value.length;
    onBytes(value.length);
  }
}

async function wasmBytes(url) {
  if (url.protocol !== "file:") {
    const answer = await fetch(url);
    if (answer.ok) return answer.arrayBuffer();
    throw new RegardError({ what: `cannot be fetched: ${answer.status} ${answer.statusText}`, where: url.pathname });
  }
  const { readFile } = await import("node:fs/promises");
  return readFile(url);
}

let compiled; // compiled once for all translators

function compile() {
  compiled ??= wasmBytes(new URL("regard_runtime.wasm", import.meta.url)).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}

async function startRuntime(onWarning) {
  const wasm = await compile();
  return makeRuntime({
    print: onWarning,
    printErr: onWarning,
    instantiateWasm: (imports, use) => {
      WebAssembly.instantiate(wasm, imports).then(use);
      return {};
    },
  });
}

/** Calls exported functions of a runtime, each of which answers in JSON. */
class Runtime {
  #module;
  constructor(module) {
    this.#module = module;
  }

  call(name, ...values) {
    const texts = [];
    const passed = values.map((value) => {
      if (typeof value !== "string") return value;
      const size = this.#module.lengthBytesUTF8(value) + 1;
      const at = this.#module._malloc(size);
      this.#module.stringToUTF8(value, at, size);
      texts.push(at);
      return at;
    });
    try {
      const answer = JSON.parse(this.#module.UTF8ToString(this.#module[`_regard_${name}`](...passed)));
      if (answer.error) throw new RegardError(answer.error);
      return answer;
    } finally {
      for (const at of texts) this.#module._free(at);
    }
  }

  /** Stores files. The file system uses their bytes directly, without a copy. */
  put(folder, files) {
    this.#module.FS.mkdirTree(folder);
    for (const [name, bytes] of Object.entries(files)) {
      this.#module.FS.writeFile(`${folder}/${name}`, bytes, { canOwn: true });
    }
  }

  /** Frees the contents of files. The module has already loaded them, but still checks whether files have changed, so their sizes
      and times stay. */
  drop(folder, names) {
    for (const name of names) this.#module.FS.lookupPath(`${folder}/${name}`).node.contents = new Uint8Array(0);
  }

  get bytes() {
    return this.#module.HEAPU8.length;
  }
}

export class Translator {
  #runtime;
  #handle;
  /** Use load(). */
  constructor(runtime, loaded) {
    this.#runtime = runtime;
    this.#handle = loaded.handle;
    this.architecture = loaded.architecture;
  }

  static async load(files, { onProgress = () => {}, onWarning = console.warn, compute = "auto", name = "model" } = {}) {
    const runtime = new Runtime(await startRuntime(onWarning));
    const packed = Object.keys(files).find(isPacked);
    const sources = Object.entries(files).filter(([file]) => (packed ? file === packed : NAMES.includes(file)));
    const total = sources.reduce((sum, [, source]) => sum + (source.size ?? source.byteLength), 0);
    let done = 0;
    const onBytes = (bytes) => onProgress({ bytes: (done += bytes), total });
    const folder = `/${name.replaceAll("/", "_") || "model"}`;
    const contents = {};
    for (const [file, source] of sources) contents[file] = await read(source, onBytes);
    runtime.put(folder, contents);
    const loaded = runtime.call("load", packed ? `${folder}/${packed}` : folder, JSON.stringify({ compute }));
    runtime.drop(folder, Object.keys(contents));
    return new Translator(runtime, loaded);
  }

  translate(text, { nBest = 1, attention = false, confidence = false, ...search } = {}) {
    const lines = Array.isArray(text) ? text : [text];
    const options = { batch_size: 8 }; // each further line takes a megabyte or two
    for (const [name, value] of Object.entries(search)) options[snakeCase(name)] = value;
    const all = this.#runtime.call("translate", this.#handle, JSON.stringify(lines), JSON.stringify(options), nBest, Number(attention), Number(confidence));
    return Array.isArray(text) ? all : all[0];
  }

  sentences(text) {
    return this.#runtime.call("sentences", text);
  }

  async translateText(text, { onSentence = () => {}, signal, ...options } = {}) {
    const results = [];
    let rested = performance.now();
    for (const line of text.split(/(\n)/)) {
      for (const sentence of line === "\n" ? [line] : this.sentences(line)) {
        if (performance.now() - rested > 10) {
          await rest(); // for messages, one of which may cancel
          rested = performance.now();
        }
        if (signal?.aborted) throw new Cancelled();
        const begin = performance.now();
        const source = sentence.trim();
        const result = this.translate(source, options);
        const after = sentence.slice(sentence.trimEnd().length);
        results.push({ ...result, source, after, milliseconds: performance.now() - begin });
        onSentence(results.at(-1), results.length - 1);
      }
    }
    return { text: results.map((one) => one.text + one.after).join(""), sentences: results };
  }

  /** Bytes of memory that the model and the runtime take. */
  get memory() {
    return this.#runtime.bytes;
  }

  free() {
    this.#runtime = undefined;
  }
}

const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const rest = () => new Promise((wake) => setTimeout(wake));
