/** What a request asks, independent of HTTP. */

export interface QueryRequest {
  /** Parameter texts by name, without the `param_` prefix. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Settings for the engine; the front's own options are not in it. */
  readonly settings: ReadonlyMap<string, string>;
  readonly database: string;
  /** Format of the answer when the SQL names none. */
  readonly defaultFormat: string;
  /** `engine_allow_files=1`. */
  readonly allowFiles: boolean;
  /** `readonly` is set and not 0. */
  readonly readonly: boolean;
  readonly signal: AbortSignal;
}

/** Where the answer goes. */
export interface AnswerSink {
  /** Format of the coming bytes. */
  start(format: string): void;
  /** Resolves when more may be written; at once when nobody reads any more. */
  write(chunk: Uint8Array): Promise<void>;
}

/** Figures for X-ClickHouse-Summary; only those which chDB tells. */
export interface Summary {
  readonly readRows?: number;
  readonly readBytes?: number;
  readonly elapsedSeconds: number;
}
