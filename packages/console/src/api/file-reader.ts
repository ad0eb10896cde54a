/** Reads a file that an answer brings piece by piece, and says how far it is. */

/** How far a download is. */
export interface DownloadProgress {
  /** What it will be called. */
  readonly name: string;
  /** Bytes that came, unpacked. */
  readonly bytes: number;
  /** Rows that came; undefined where the kind of file does not show them. */
  readonly rows: number | undefined;
  /** Rows that will come; undefined where the server does not know. */
  readonly totalRows: number | undefined;
}

export interface DownloadedFile {
  readonly name: string;
  readonly blob: Blob;
  /** As announced by the server. */
  readonly rows: number | undefined;
}

/** Source: specification 1, section 7, "Download helper". */
const DEFAULT_NAME = 'download';
/** Bytes that are kept as script memory at most: what is more, the browser keeps where it has room, on disk if need be. */
const KEPT = 4 * 1_024 * 1_024;
/** Milliseconds between two words of progress. */
const PACE = 200;
const LINE_FEED = 10;

/**
 * @param onPiece told of each piece
 * @param onProgress told a few times a second, and at the end
 */
export async function readFile(response: Response, onPiece: () => void, onProgress?: (progress: DownloadProgress) => void): Promise<DownloadedFile> {
  const name = fileName(response.headers.get('filename'));
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  const totalRows = rowCount(response.headers.get('x-total-rows'));
  const countsLines = type.startsWith('text/csv');
  const parts: Blob[] = [];
  let kept: Uint8Array<ArrayBuffer>[] = [];
  let keptBytes = 0;
  let bytes = 0;
  let lines = 0;
  let told = 0;
  const pack = () => {
    parts.push(new Blob(kept));
    kept = [];
    keptBytes = 0;
  };
  const tell = () => {
    // The first line is the heading, and a text may hold lines of its own.
    const rows = countsLines ? Math.min(Math.max(0, lines - 1), totalRows ?? Infinity) : undefined;
    onProgress?.({ name, bytes, rows, totalRows });
  };
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece !== undefined && !piece.done; piece = await reader?.read()) {
    onPiece();
    kept.push(piece.value);
    keptBytes += piece.value.length;
    bytes += piece.value.length;
    if (countsLines) lines += linesIn(piece.value);
    if (keptBytes >= KEPT) pack();
    if (Date.now() - told >= PACE) {
      told = Date.now();
      tell();
    }
  }
  pack();
  tell();
  return { name, blob: new Blob(parts, { type }), rows: totalRows };
}

function linesIn(piece: Uint8Array): number {
  let lines = 0;
  for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}

function rowCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,12}$/u.test(text) ? Number(text) : undefined;
}

/** The header is percent-encoded; what is not, is taken as it is. */
function fileName(header: string | null): string {
  if (header === null || header === '') return DEFAULT_NAME;
  try {
    return decodeURIComponent(header);
  } catch (error) {
    if (error instanceof URIError) return header;
    throw error;
  }
}
