const END = Buffer.from('\r\n\r\n');
const LENGTH = /content-length: (\d+)/iu;

/**
 * The answer that some bytes begin with: its head as text, and where its body begins and ends, which is none without a length.
 * Undefined while there is only a part of it.
 */
export function answerIn(bytes) {
  const at = bytes.indexOf(END);
  if (at < 0) return undefined;
  const head = bytes.toString('latin1', 0, at);
  const length = LENGTH.exec(head);
  const from = at + END.length;
  const end = from + (length ? Number(length[1]) : 0);
  return bytes.length < end ? undefined : { head, from, end };
}
