import { connect, type Socket } from 'node:net';

export interface Answered {
  readonly status: number;
  /** Header lines, lower case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const END = Buffer.from('\r\n\r\n');

function readAnswer(bytes: Buffer): { answer: Answered; length: number } | null {
  const end = bytes.indexOf(END);
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
  const length = end + END.length + Number(headers.get('content-length') ?? 0);
  if (bytes.length < length) return null;
  return { answer: { status: Number(first.split(' ')[1]), headers, body: bytes.toString('utf8', end + END.length, length) }, length };
}

/** Sends requests one after the other on a socket of its own, a new one whenever the server closes it; gives each answer. */
async function sendOn(port: number, next: () => Buffer | undefined, heard: (answer: Answered) => void): Promise<void> {
  let socket: Socket | null = null;
  for (let bytes = next(); bytes !== undefined; bytes = next()) {
    const request = bytes;
    const open: Socket = socket ?? connect(port, '127.0.0.1').setNoDelay(true);
    let waiting: Buffer = Buffer.alloc(0);
    const answer = await new Promise<Answered>((resolve, reject) => {
      const onData = (chunk: Buffer): void => {
        waiting = Buffer.concat([waiting, chunk]);
        const read = readAnswer(waiting);
        if (read === null) return;
        open.removeAllListeners();
        open.on('error', () => undefined);
        resolve(read.answer);
      };
      open.on('data', onData);
      open.once('error', reject);
      open.once('close', () => reject(new Error(`the server closed without an answer to ${request.toString('latin1', 0, 300)}`)));
      open.write(request);
    });
    heard(answer);
    const isOver = answer.headers.get('connection') === 'close' || answer.status === 413;
    if (isOver) open.destroy();
    socket = isOver ? null : open;
  }
  socket?.destroy();
}

/** Sends all requests over a few connections; `heard` has every answer. @throws Error when one is not answered */
export async function sendAll(port: number, requests: Iterator<Buffer>, heard: (answer: Answered) => void, connections: number): Promise<void> {
  const next = (): Buffer | undefined => {
    const { value, done } = requests.next();
    return done === true ? undefined : value;
  };
  await Promise.all(Array.from({ length: connections }, () => sendOn(port, next, heard)));
}
