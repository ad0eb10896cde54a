import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { createFailover, type Failover } from '../../src/warehouse/failover.js';

interface Door {
  readonly url: string;
  open: boolean;
  close(): void;
}

const doors: Door[] = [];
let failover: Failover | undefined;
afterEach(() => {
  failover?.stop();
  for (const door of doors.splice(0)) door.close();
});

async function openDoor(): Promise<Door> {
  const server = http.createServer((request, response) => {
    if (door.open && request.url === '/ping') response.end('Ok.\n');
    else response.destroy();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const door: Door = {
    url: `http://reader:secret@127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    open: true,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  doors.push(door);
  return door;
}

const asked = (): string => new URL(failover?.current()?.url ?? '').port;
const portOf = ({ url }: Door): string => new URL(url).port;

it('asks the first server, the next one that answers when it is gone, and stays there', async () => {
  const [one, two, three] = [await openDoor(), await openDoor(), await openDoor()];
  two.open = false;
  failover = createFailover([one.url, two.url, three.url], pino({ level: 'silent' }), 10);
  expect(failover.current()).toMatchObject({ username: 'reader', password: 'secret' });
  expect(asked()).toBe(portOf(one));
  one.open = false;
  await expect.poll(asked).toBe(portOf(three));
  one.open = true;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked()).toBe(portOf(three));
  // None answers: nothing better is known, until one is back.
  [one.open, three.open] = [false, false];
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked()).toBe(portOf(three));
  two.open = true;
  await expect.poll(asked).toBe(portOf(two));
});

it('one server is asked whether it answers or not', async () => {
  const only = await openDoor();
  only.open = false;
  failover = createFailover([only.url], pino({ level: 'silent' }), 10);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(asked()).toBe(portOf(only));
});
