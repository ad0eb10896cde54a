import type { ReactNode } from 'react';
import { AVATAR_SIDE, type Crop, scaleOf } from '../../lib/crop';
import type { Picture } from './picture';
import styles from './avatar.module.css';

const percent = (pixels: number): string => `${(pixels / AVATAR_SIDE) * 100}%`;

/** What of a picture is inside the frame, in whatever size it is shown. */
export function CropView({ picture, crop }: { readonly picture: Picture; readonly crop: Crop }): ReactNode {
  const scale = scaleOf(picture.size, crop.zoom);
  return (
    <img
      className={styles.picture}
      src={picture.url}
      alt=""
      draggable={false}
      style={{ left: percent(crop.x), top: percent(crop.y), width: percent(picture.size.width * scale), height: percent(picture.size.height * scale) }}
    />
  );
}
