/**
 * The arithmetic of the avatar's crop, in pixels of the finished avatar: a picture lies behind a square frame that it
 * always covers. Source of the limits: specification 2, sections 5 and 9.
 */

/** The finished avatar's side; a picture has at least as many pixels in both directions. */
export const AVATAR_SIDE = 300;
/** In units of 1,024 bytes. */
export const AVATAR_MAX_KB = 10_240;
/** 0 just covers the frame, 100 shows the picture's own pixels. */
export const MAX_ZOOM = 100;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where the picture lies: its left upper corner from the frame's, never above 0, and how far it is zoomed in. */
export interface Crop {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export type PictureFault = 'notImage' | 'tooLarge' | 'tooSmall';

/** What is wrong with a file before it is opened. */
export function faultOfFile(file: { readonly type: string; readonly size: number }): PictureFault | undefined {
  if (!file.type.startsWith('image/')) return 'notImage';
  return file.size > AVATAR_MAX_KB * 1_024 ? 'tooLarge' : undefined;
}

/** What is wrong with an opened picture. */
export function faultOfSize({ width, height }: Size): PictureFault | undefined {
  return width < AVATAR_SIDE || height < AVATAR_SIDE ? 'tooSmall' : undefined;
}

/** Avatar pixels per pixel of the picture. */
export function scaleOf({ width, height }: Size, zoom: number): number {
  const cover = AVATAR_SIDE / Math.min(width, height);
  return cover + ((1 - cover) * zoom) / MAX_ZOOM;
}

/** The whole picture, as far as the frame allows: its middle. */
export function startCrop(size: Size): Crop {
  return placed(size, 0, AVATAR_SIDE / 2, AVATAR_SIDE / 2, size.width / 2, size.height / 2);
}

/** Moves the picture, at most until its edge meets the frame's. */
export function moveCrop(size: Size, { zoom, x, y }: Crop, byX: number, byY: number): Crop {
  return held(size, zoom, x + byX, y + byY);
}

/** Zooms around the frame's middle. What is beyond 0 or 100 counts as these. */
export function zoomCrop(size: Size, crop: Crop, zoom: number): Crop {
  const before = scaleOf(size, crop.zoom);
  const middle = AVATAR_SIDE / 2;
  return placed(size, Math.min(MAX_ZOOM, Math.max(0, zoom)), middle, middle, (middle - crop.x) / before, (middle - crop.y) / before);
}

/** Puts a point of the picture (in its own pixels) at a point of the frame. */
function placed(size: Size, zoom: number, atX: number, atY: number, pictureX: number, pictureY: number): Crop {
  const scale = scaleOf(size, zoom);
  return held(size, zoom, atX - pictureX * scale, atY - pictureY * scale);
}

function held(size: Size, zoom: number, x: number, y: number): Crop {
  const scale = scaleOf(size, zoom);
  const within = (offset: number, side: number) => Math.min(0, Math.max(AVATAR_SIDE - side * scale, offset));
  return { zoom, x: within(x, size.width), y: within(y, size.height) };
}
