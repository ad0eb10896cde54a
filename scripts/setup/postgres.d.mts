export interface TestPostgres {
  /** Of the database that is always there. */
  readonly url: string;
  stop(how?: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}
export function ensurePostgres(): Promise<string | null>;
export function startPostgres(): Promise<TestPostgres>;
export function createDatabase(serverUrl: string, template?: string): Promise<string>;
export function chosenPostgres(): string | undefined;
export function metadataEnvironment(folder: string): Promise<Record<string, string>>;
