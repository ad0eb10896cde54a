import { describe, expect, it } from 'vitest';
import { createWaitingNotices } from '../../src/app/waiting-notices';
import type { Notices } from '../../src/widgets/notices';

/** What draws notices, as a list of what it was told. */
function drawing(): { readonly told: string[]; readonly drawn: Notices } {
  const told: string[] = [];
  const open = <P extends keyof Notices>(part: P): Notices[P] =>
    new Proxy({} as Notices[P], {
      get: (_target, method) => (value: unknown) => {
        told.push(`${part}.${String(method)} ${JSON.stringify(value)}`);
        const awaited = { finally: (then: () => void) => Promise.resolve().finally(then) };
        if (part === 'message') return Object.assign(() => told.push('closed'), awaited);
        return { destroy: () => told.push('destroyed'), update: () => told.push('updated'), ...awaited };
      },
    });
  return { told, drawn: { message: open('message'), modal: open('modal'), notification: open('notification') } };
}

describe('notices', () => {
  it('given before they can be drawn are drawn in their order, once', () => {
    const { told, drawn } = drawing();
    const waiting = createWaitingNotices();
    const { notices } = waiting;
    void notices.message.error('first');
    notices.modal.confirm({ title: 'second' });
    expect(told).toEqual([]);
    waiting.hand(drawn);
    waiting.hand(drawn);
    expect(told).toEqual(['message.error "first"', 'modal.confirm {"title":"second"}']);
  });

  it('go straight through afterwards, by the same hands', () => {
    const { told, drawn } = drawing();
    const waiting = createWaitingNotices();
    const { notices } = waiting;
    const { message } = notices;
    waiting.hand(drawn);
    void message.success('now');
    expect(told).toEqual(['message.success "now"']);
    expect(notices.message).toBe(message);
  });

  it('that wait can be closed, changed and awaited like those that are drawn', async () => {
    const { told, drawn } = drawing();
    const waiting = createWaitingNotices();
    const { notices } = waiting;
    const hide = notices.message.loading('long');
    const question = notices.modal.confirm({});
    waiting.hand(drawn);
    await hide.then(() => told.push('over'));
    hide();
    question.update({});
    question.destroy();
    expect(told.slice(2)).toEqual(['over', 'closed', 'updated', 'destroyed']);
  });
});
