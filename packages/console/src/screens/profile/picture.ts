import { AVATAR_SIDE, type Crop, faultOfFile, faultOfSize, type PictureFault, scaleOf, type Size } from '../../lib/crop';

/** A picture of the reader's machine, opened. */
export interface Picture {
  /** Lives until `closePicture`. */
  readonly url: string;
  readonly size: Size;
  readonly element: HTMLImageElement;
}

/** Opens a file as a picture, or says why it can not become an avatar. What can not be decoded is no image. */
export async function openPicture(file: File): Promise<Picture | PictureFault> {
  const fault = faultOfFile(file);
  if (fault) return fault;
  const url = URL.createObjectURL(file);
  const element = new Image();
  element.src = url;
  const size = await element.decode().then(
    () => ({ width: element.naturalWidth, height: element.naturalHeight }),
    () => undefined,
  );
  const found = size ? faultOfSize(size) : 'notImage';
  if (size && !found) return { url, size, element };
  URL.revokeObjectURL(url);
  return found ?? 'notImage';
}

/** Frees the memory of a picture. */
export function closePicture({ url }: Picture): void {
  URL.revokeObjectURL(url);
}

/** The part of the picture inside the frame as a PNG, white where it is transparent. @throws Error when the browser can not draw */
export async function drawAvatar({ element, size }: Picture, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = AVATAR_SIDE;
  canvas.height = AVATAR_SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, AVATAR_SIDE, AVATAR_SIDE);
  context.imageSmoothingQuality = 'high';
  const scale = scaleOf(size, crop.zoom);
  context.drawImage(element, crop.x, crop.y, size.width * scale, size.height * scale);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No PNG'))), 'image/png');
  });
}
