/** A name server on loopback that knows what a test tells it. It answers PTR, A and AAAA. Source of the format: RFC 1035, section 4. */
import { createSocket } from 'node:dgram';

const TYPES = { 1: 'A', 12: 'PTR', 28: 'AAAA' } as const;
type Type = (typeof TYPES)[keyof typeof TYPES];

/** What is answered to `TYPE name`: values; 'silent' for no answer at all, 'broken' for SERVFAIL. What it does not know does not exist. */
export type Zone = Map<`${Type} ${string}`, readonly string[] | 'silent' | 'broken'>;

export interface DnsServer {
  /** As dns.setServers takes it. */
  readonly address: string;
  /** What was asked, in order. */
  readonly asked: string[];
  close(): Promise<void>;
}

function nameBytes(name: string): Buffer {
  return Buffer.concat([...name.split('.').filter(Boolean).map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])), Buffer.from([0])]);
}

function groups(ip: string): number[] {
  const [head = '', tail] = ip.split('::', 2);
  const parts = (text: string | undefined): string[] => (text === undefined || text === '' ? [] : text.split(':'));
  const missing = tail === undefined ? 0 : 8 - parts(head).length - parts(tail).length;
  return [...parts(head), ...Array.from({ length: missing }, () => '0'), ...parts(tail)].map((group) => Number.parseInt(group, 16));
}

function dataOf(type: Type, value: string): Buffer {
  if (type === 'PTR') return nameBytes(value);
  if (type === 'A') return Buffer.from(value.split('.').map(Number));
  return Buffer.from(groups(value).flatMap((group) => [group >> 8, group & 255]));
}

/** The name asked for, and where the question ends. */
function questionOf(message: Buffer): { name: string; code: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), code: message.readUInt16BE(at + 1), end: at + 5 };
}

export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (message, from) => {
    const { name, code, end } = questionOf(message);
    const type = TYPES[code as keyof typeof TYPES];
    asked.push(`${type} ${name}`);
    const known = zone.get(`${type} ${name}`);
    if (known === 'silent') return;
    const values = known === undefined || known === 'broken' ? [] : known;
    const header = Buffer.alloc(12);
    header.writeUInt16BE(message.readUInt16BE(0), 0);
    // A response, recursion there; 3: no such name, 2: the server failed.
    header.writeUInt16BE(0x8180 | (known === 'broken' ? 2 : known === undefined ? 3 : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(values.length, 6);
    const answers = values.map((value) => {
      const data = dataOf(type, value);
      const fixed = Buffer.alloc(12);
      fixed.writeUInt16BE(0xc00c, 0);
      fixed.writeUInt16BE(code, 2);
      fixed.writeUInt16BE(1, 4);
      fixed.writeUInt32BE(60, 6);
      fixed.writeUInt16BE(data.length, 10);
      return Buffer.concat([fixed, data]);
    });
    socket.send(Buffer.concat([header, message.subarray(12, end), ...answers]), from.port, from.address);
  });
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve);
  });
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => new Promise((resolve) => void socket.close(() => resolve())) };
}
