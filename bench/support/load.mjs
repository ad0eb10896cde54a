/**
 * A load generator: keeps CONNECTIONS requests under way on as many kept-alive sockets for SECONDS, as a process of
 * its own; with RATE, so many a second in all, and a request that could not be sent when it was due, because the one before
 * was not answered, counts from when it was due. It begins a second before: what is measured is the server, and not how a sender opens its connections
 * and gets its own code compiled. Prints one JSON line {requests, seconds, rate, p50, p99, failed}; the second before is in
 * requests and failed only. Times are milliseconds.
 * Usage: node load.mjs PORT PATH CONNECTIONS SECONDS [RATE]
 */
import { connect } from 'node:net';
import { answerIn } from './answer.mjs';
import { beaconBytes } from './beacon.mjs';

const [port, path, connections, seconds] = [Number(process.argv[2]), process.argv[3], Number(process.argv[4]), Number(process.argv[5])];
/** Milliseconds between two requests of a connection; 0 for as many as it can. */
const INTERVAL = process.argv[6] === undefined ? 0 : (connections * 1_000) / Number(process.argv[6]);
const WARM_UP = 1_000;
const from = performance.now() + WARM_UP;
const latencies = [];
let requests = 0;
let failed = 0;
let open = true;

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Mobile Safari/537.36',
];
/** What stands before the length of the body, by agent. */
const HEADS = AGENTS.map((agent) => `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: ${agent}\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: `);

/** Its bytes, each as one character. */
function request(connection, at) {
  const body = beaconBytes(connection, at);
  return `${HEADS[connection % HEADS.length]}${body.length}\r\n\r\n${body}`;
}

await Promise.all(
  Array.from({ length: connections }, (_, connection) => new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    let waiting = Buffer.alloc(0);
    let sent = 0;
    let at = 0;
    const next = () => {
      if (!open) {
        socket.end();
        done();
        return;
      }
      socket.write(request(connection, at++), 'latin1');
    };
    const send = () => {
      sent = performance.now();
      next();
    };
    let due = performance.now() + (INTERVAL * connection) / connections;
    const sendWhenDue = () => {
      if (INTERVAL === 0) return send();
      due += INTERVAL;
      const wait = due - performance.now();
      if (wait > 0) return setTimeout(send, wait);
      sent = due;
      return next();
    };
    socket.setNoDelay(true);
    socket.on('connect', sendWhenDue);
    socket.on('error', () => {
      failed += 1;
      done();
    });
    socket.on('close', done);
    socket.on('data', (chunk) => {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      const answer = answerIn(waiting);
      if (answer === undefined) return;
      if (!answer.head.startsWith('HTTP/1.1 204')) failed += 1;
      waiting = waiting.subarray(answer.end);
      const answered = performance.now();
      requests += 1;
      if (answered >= from) latencies.push(answered - sent);
      sendWhenDue();
    });
    if (connection === 0) setTimeout(() => { open = false; }, WARM_UP + seconds * 1_000);
  })),
);

latencies.sort((a, b) => a - b);
const quantile = (q) => Number((latencies[Math.floor(latencies.length * q)] ?? 0).toFixed(2));
process.stdout.write(`${JSON.stringify({ requests, seconds, rate: Math.round(latencies.length / seconds), p50: quantile(0.5), p99: quantile(0.99), failed })}\n`);
