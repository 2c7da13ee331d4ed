/** A model's files by name: config.yaml, tokenizer.model (or source.model and target.model), model.safetensors, and confidence.yaml, if the
    model has one; or the single file that `regard pack` writes, NAME.regard. */
export type ModelFiles = Record<string, Blob | ArrayBuffer | Uint8Array>;

/** The files of one model among those that the user picked or dropped: a packed file (`regard pack`), or those next to the topmost config.yaml.
    Also the name of their folder, if it has one. */
export function modelFiles(files: Iterable<File>): { name?: string; files: Record<string, File> };

export interface LoadOptions {
  /** Called while files are read. */
  onProgress?: (progress: { bytes: number; total: number }) => void;
  /** Called with each line of a warning. Default: console.warn. */
  onWarning?: (line: string) => void;
  /** Number type of matrix multiplications. `auto` is int8 for a model from `regard quantize`, otherwise float32. */
  compute?: "auto" | "float32" | "bf16" | "int8";
  /** The model's name in messages. */
  name?: string;
}

/** Options of the config's section `search`, in camel case. Missing options come from the model's config. */
export interface SearchOptions {
  beamSize?: number;
  lengthPenalty?: number;
  maxLength?: number;
  noRepeatNgram?: number;
  [option: string]: number | string | boolean | undefined;
}

export interface TranslateOptions extends SearchOptions {
  /** Number of candidates to return, at most beamSize. Default: 1. */
  nBest?: number;
  /** Fill `tokens`, `words` and `attention` of candidates, and `sourceWords`. */
  attention?: boolean;
  /** Fill `confidence` and `wordConfidences` of candidates, and `flags` and `calibrated` of translations. */
  confidence?: boolean;
}

export interface Candidate {
  text: string;
  /** log P of the tokens, end of sentence included. */
  logProb: number;
  /** logProb after the length penalty. */
  score: number;
  ids: number[];
  /** Whether the text was cut off at the maximum length. */
  unfinished: boolean;
  tokens?: string[];
  words?: string[];
  /** A row for each of `words`, over `sourceWords`; rows sum to 1. Empty if the model has no attention. */
  attention?: number[][];
  /** Probability that the text is correct. */
  confidence?: number;
  /** Probability that each word of the text is correct. Blanks separate words. */
  wordConfidences?: number[];
}

export interface Translation {
  text: string;
  /** Best first; empty for a blank line. */
  nBest: Candidate[];
  sourceWords: string[];
  /** What may be wrong with the text, such as "lost_number"; empty without `confidence`. */
  flags: string[];
  /** Whether confidences are calibrated rather than the model's own probabilities. */
  calibrated: boolean;
  /** Whether the best candidate repeats itself. */
  repeats: boolean;
  /** Whether the translation is far shorter than its source: text may be missing. */
  isShort: boolean;
  /** Whether the best candidate was cut off at the maximum length. */
  unfinished: boolean;
}

/** A sentence of a text, and the white space after it. */
export interface TranslatedSentence extends Translation {
  source: string;
  after: string;
  milliseconds: number;
}

export interface TextOptions extends TranslateOptions {
  /** Called with each sentence as soon as it is translated. */
  onSentence?: (sentence: TranslatedSentence, index: number) => void;
  /** Ends the call with Cancelled after the current sentence. */
  signal?: AbortSignal;
}

export interface TranslatedText {
  text: string;
  sentences: TranslatedSentence[];
}

/** Thrown for invalid models, options and texts. Tells what is wrong, where, and what to do. */
export class RegardError extends Error {
  readonly what: string;
  readonly where: string;
  readonly remedy: string;
}

export class Cancelled extends Error {}

/** A translator in the calling thread. Each has its own memory, which free() releases. */
export class Translator {
  /** Throws RegardError if a file is missing, damaged, or does not belong to the others. */
  static load(files: ModelFiles, options?: LoadOptions): Promise<Translator>;
  readonly architecture: string;
  /** Bytes of memory that the model and the runtime take. */
  readonly memory: number;
  /** Translates a line. Throws RegardError for options that are not allowed. */
  translate(line: string, options?: TranslateOptions): Translation;
  /** Translates several lines at once, which is faster than one by one. */
  translate(lines: string[], options?: TranslateOptions): Translation[];
  /** The sentences of running text, each with the white space after it. */
  sentences(text: string): string[];
  /** Translates sentence by sentence; line breaks and the spaces between sentences stay. */
  translateText(text: string, options?: TextOptions): Promise<TranslatedText>;
  free(): void;
}
