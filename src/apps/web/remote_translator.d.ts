import type { LoadOptions, ModelFiles, TextOptions, TranslatedText, TranslateOptions, Translation } from "./regard.js";

/** A translator in its own worker: the page stays responsive while it translates. */
export class RemoteTranslator {
  static load(files: ModelFiles, options?: LoadOptions): Promise<RemoteTranslator>;
  readonly architecture: string;
  readonly memory: number;
  translate(line: string, options?: TranslateOptions): Promise<Translation>;
  translate(lines: string[], options?: TranslateOptions): Promise<Translation[]>;
  translateText(text: string, options?: TextOptions): Promise<TranslatedText>;
  /** Ends the worker; pending calls end with Cancelled. */
  free(): void;
}
