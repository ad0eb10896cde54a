import type { Notices } from '../widgets/notices';

type Part = keyof Notices;

/** What an opened message or question can be asked for; which of it depends on its kind. */
interface Opened {
  destroy?: () => void;
  update?: (config: unknown) => void;
}

export interface WaitingNotices {
  /** Always the same, before and after. */
  readonly notices: Notices;
  /** Passes on what was called meanwhile, in order; from now on everything goes straight through. */
  readonly hand: (drawn: Notices) => void;
}

/** Takes calls for messages and questions before that which draws them has been fetched. */
export function createWaitingNotices(): WaitingNotices {
  const waiting: ((drawn: Notices) => void)[] = [];
  let real: Notices | undefined;

  /** Stands for what the call opens, until and after it is open. */
  const postponed = (part: Part, method: PropertyKey, values: readonly unknown[]) => {
    let opened: unknown;
    const closed = new Promise<unknown>((resolve) => {
      waiting.push((drawn) => {
        opened = call(drawn, part, method, values);
        // What is opened is over when it says so.
        resolve(opened);
      });
    });
    const close = () => (typeof opened === 'function' ? opened() : (opened as Opened | undefined)?.destroy?.());
    const more: Opened = { destroy: close, update: (config) => (opened as Opened | undefined)?.update?.(config) };
    // To be called, to be awaited, to be told: whichever of it the caller's kind has.
    return new Proxy(close, {
      get(_target, name) {
        if (Object.hasOwn(more, name)) return Reflect.get(more, name) as unknown;
        const found: unknown = Reflect.get(closed, name);
        return typeof found === 'function' ? found.bind(closed) : found;
      },
    });
  };

  const partOf = <P extends Part>(part: P): Notices[P] =>
    new Proxy({} as Notices[P], {
      get: (_target, method) => (...values: unknown[]) => (real ? call(real, part, method, values) : postponed(part, method, values)),
    });

  return {
    notices: { message: partOf('message'), modal: partOf('modal'), notification: partOf('notification') },
    hand: (drawn) => {
      real = drawn;
      for (const pass of waiting.splice(0)) pass(drawn);
    },
  };
}

function call(notices: Notices, part: Part, method: PropertyKey, values: readonly unknown[]): unknown {
  const found: unknown = Reflect.get(notices[part], method);
  return typeof found === 'function' ? found.apply(notices[part], values) : found;
}
