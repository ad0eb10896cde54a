import { describe, expect, it } from 'vitest';
import { trackingLine } from '../../src/lib/tracking-line';

const off = { respect_dnt: 0, visitor_id: 0, canvas_fingerprint: 0, strip_campaign: 0 } as const;

describe('the line for the pages', () => {
  it('is the same for every site that changed nothing', () => {
    expect(trackingLine('https://stats.example.com')).toBe('<script defer src="https://stats.example.com/t.js"></script>');
    expect(trackingLine('https://stats.example.com', off)).toBe(trackingLine('https://stats.example.com'));
  });

  it('tells the tracker what the site wants of it, and not what is the server’s alone', () => {
    expect(trackingLine('http://[::1]:8600', { ...off, respect_dnt: 1, canvas_fingerprint: 1, strip_campaign: 1 })).toBe('<script defer src="http://[::1]:8600/t.js" data-dnt data-canvas></script>');
    expect(trackingLine('', { ...off, visitor_id: 1 })).toBe('<script defer src="/t.js" data-id></script>');
  });
});
