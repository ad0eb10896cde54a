/**
 * What collect is measured against. `bare` parses the same body and answers 204. `durable` also appends it to a file
 * and answers after an fsync shared by all that wait; the next one starts as soon as the last is done.
 * Usage: node bare-server.mjs bare|durable FILE; prints its port.
 */
import { createServer } from 'node:http';
import { open } from 'node:fs/promises';

const durable = process.argv[2] === 'durable';
const file = durable ? await open(process.argv[3], 'a') : null;
let waiting = [];
let busy = false;

async function commit() {
  busy = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    await file.write(Buffer.concat(batch.map(({ bytes }) => bytes)));
    await file.datasync();
    for (const { response } of batch) response.writeHead(204).end();
  }
  busy = false;
}

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const bytes = Buffer.concat(chunks);
    JSON.parse(bytes.toString());
    if (!durable) {
      response.writeHead(204).end();
      return;
    }
    waiting.push({ bytes, response });
    if (!busy) void commit();
  });
}).listen(0, '127.0.0.1', function () {
  process.stdout.write(`${this.address().port}\n`);
});
