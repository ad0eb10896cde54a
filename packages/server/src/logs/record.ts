/** One request as a line of an access log tells it. What the log does not record is null or ''. */
export interface LogRecord {
  /** Milliseconds UTC. */
  readonly at: number;
  /** Address (or host name) of who connected, as written; the last of the list where the log holds only a list. */
  readonly ip: string;
  /** What proxies say of who connected to them, as X-Forwarded-For has it: the client first, the nearest proxy last. */
  readonly forwarded: string;
  /** Upper case as in HTTP; '' when what was sent is not a request of HTTP (binary rubbish, a TLS handshake, nothing). */
  readonly method: string;
  /** Path with query, or in a request to a proxy the absolute url; '' together with `method`. */
  readonly target: string;
  readonly status: number | null;
  /** Bytes of the answer. */
  readonly bytes: number | null;
  readonly referrer: string;
  /** '' when the request named none; null when the log does not record agents. */
  readonly agent: string | null;
  /** Virtual host, lower case, without port; '' when the log does not record it. */
  readonly host: string;
  /** '' when the line does not tell. */
  readonly scheme: 'http' | 'https' | '';
  /** Media type of the answer, as its header says. */
  readonly contentType: string;
}
