import { describe, expect, it } from 'vitest';
import { faultOfFile, faultOfSize, moveCrop, scaleOf, startCrop, zoomCrop } from '../../src/lib/crop';

const WIDE = { width: 1_200, height: 600 };

describe('a picture for an avatar', () => {
  it('is an image of at most 10240 KB', () => {
    expect(faultOfFile({ type: 'image/png', size: 10_485_760 })).toBeUndefined();
    expect(faultOfFile({ type: 'image/png', size: 10_485_761 })).toBe('tooLarge');
    expect(faultOfFile({ type: 'text/html', size: 10 })).toBe('notImage');
    expect(faultOfFile({ type: '', size: 10 })).toBe('notImage');
  });

  it('has at least 300 pixels both ways', () => {
    expect([[300, 300], [299, 900], [900, 299]].map(([width = 0, height = 0]) => faultOfSize({ width, height }))).toEqual([undefined, 'tooSmall', 'tooSmall']);
  });
});

describe('the crop', () => {
  it('starts in the middle and just covers the frame', () => {
    // 600 high becomes 300 high, so 1200 wide becomes 600: 150 stand over on each side.
    expect(startCrop(WIDE)).toEqual({ zoom: 0, x: -150, y: 0 });
    expect(startCrop({ width: 300, height: 300 })).toEqual({ zoom: 0, x: 0, y: 0 });
  });

  it('shows the picture’s own pixels at 100, around the same middle', () => {
    expect(scaleOf(WIDE, 100)).toBe(1);
    expect(zoomCrop(WIDE, startCrop(WIDE), 100)).toEqual({ zoom: 100, x: -450, y: -150 });
    expect(zoomCrop(WIDE, startCrop(WIDE), 900).zoom).toBe(100);
    expect(zoomCrop(WIDE, startCrop(WIDE), -5).zoom).toBe(0);
  });

  it('never leaves a gap in the frame', () => {
    expect(moveCrop(WIDE, startCrop(WIDE), 9_999, 5)).toEqual({ zoom: 0, x: 0, y: 0 });
    expect(moveCrop(WIDE, startCrop(WIDE), -9_999, -5)).toEqual({ zoom: 0, x: -300, y: 0 });
    const corner = moveCrop(WIDE, zoomCrop(WIDE, startCrop(WIDE), 100), -9_999, -9_999);
    expect(corner).toEqual({ zoom: 100, x: -900, y: -300 });
    // Zooming out of a corner keeps the frame covered too.
    expect(zoomCrop(WIDE, corner, 0)).toEqual({ zoom: 0, x: -300, y: 0 });
  });
});
