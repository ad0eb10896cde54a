import type { ClientErrorItem } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { createCollector } from '../../src/app/error-log/collector';

/** A collector whose sendings are kept, and a clock that runs what is due when told. */
function world() {
  const state = { arrives: true, path: '/dashboard' };
  const sent: ClientErrorItem[][] = [];
  const due: (() => void)[] = [];
  const collector = createCollector({
    send: (items) => {
      sent.push(items);
      return Promise.resolve(state.arrives);
    },
    later: (_ms, run) => void due.push(run),
    path: () => state.path,
    clean: (text) => text.replaceAll('secret', '…'),
  });
  return {
    state, sent, due, collector,
    pass: async () => {
      due.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function thrown(message: string, stack = 'Error: x\n    at a (/a.js:1:2)\n    at b (/b.js:3:4)'): Error {
  const error = new TypeError(message);
  error.stack = stack;
  return error;
}

describe('the collector of errors', () => {
  it('tells of an error once, however often it happens, with its number, place and frames', async () => {
    const { collector, sent, pass } = world();
    for (let times = 0; times < 3; times++) collector.take('render', thrown('x is undefined'));
    expect(sent).toEqual([]);
    await pass();
    expect(sent).toEqual([[{ kind: 'render', message: 'TypeError: x is undefined', stack: 'at a (/a.js:1:2)\nat b (/b.js:3:4)', path: '/dashboard', num: 3 }]]);
    collector.take('render', thrown('x is undefined'));
    await pass();
    expect(sent[1]).toMatchObject([{ num: 1 }]);
  });

  it('takes the same object once: drawing tells of it, then the window', async () => {
    const { collector, sent, pass } = world();
    const error = thrown('x');
    collector.take('render', error);
    collector.take('handler', error);
    await pass();
    expect(sent).toMatchObject([[{ kind: 'render', num: 1 }]]);
  });

  it('cleans what it sends, and cuts it', async () => {
    const { collector, sent, pass, state } = world();
    state.path = '/a/secret';
    collector.take('promise', thrown(`the secret ${'x'.repeat(2_000)}`, `at secret (${'y'.repeat(9_000)})`));
    await pass();
    const [item] = sent[0] ?? [];
    expect(JSON.stringify(item)).not.toContain('secret');
    expect([item?.message.length, item?.stack.length, item?.path]).toEqual([500, 4_000, '/a/…']);
  });

  it('keeps what did not arrive and sends it with the next', async () => {
    const { collector, sent, pass, state } = world();
    state.arrives = false;
    collector.take('promise', thrown('one'));
    await pass();
    state.arrives = true;
    collector.take('promise', thrown('one'));
    await pass();
    expect(sent[1]).toMatchObject([{ message: 'TypeError: one', num: 2 }]);
    await pass();
    expect(sent).toHaveLength(2);
  });

  it('is bounded: 20 in one sending, 50 different ones, 40 sendings', async () => {
    const { collector, sent, pass } = world();
    for (let each = 0; each < 80; each++) collector.take('handler', thrown(`error ${each}`));
    for (let times = 0; times < 5; times++) await pass();
    expect(sent.map((items) => items.length)).toEqual([20, 20, 10]);
    for (let times = 0; times < 60; times++) {
      collector.take('handler', thrown('error 1'));
      await pass();
    }
    expect(sent).toHaveLength(40);
  });

  it('leaves out what is not the console’s: extensions, cancelled calls, empty notices', async () => {
    const { collector, due } = world();
    collector.take('handler', thrown('x', 'at a (chrome-extension://abc/x.js:1:2)'));
    collector.take('promise', new DOMException('The user aborted a request.', 'AbortError'));
    collector.take('handler', 'Script error.');
    collector.take('handler', 'ResizeObserver loop completed with undelivered notifications.');
    expect(due).toEqual([]);
  });

  it.each([[undefined], [null], [0], [{ token: 'secret' }], [Symbol('x')]])('takes whatever is thrown (%#), without what it holds', async (value) => {
    const { collector, sent, pass } = world();
    collector.take('promise', value);
    await pass();
    expect(sent[0]?.[0]?.message).toMatch(/^Thrown: \[object \w+\]$/u);
  });
});
