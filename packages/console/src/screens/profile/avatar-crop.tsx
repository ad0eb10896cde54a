import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Slider } from 'antd';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AVATAR_SIDE, type Crop, MAX_ZOOM, moveCrop, zoomCrop } from '../../lib/crop';
import styles from './avatar.module.css';
import { CropView } from './crop-view';
import type { Picture } from './picture';

/** Avatar pixels that an arrow key moves the picture by; with Shift ten times as far. */
const STEP = 2;
const ZOOM_STEP = 5;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

interface Props {
  readonly picture: Picture;
  readonly crop: Crop;
  readonly onCrop: (crop: Crop) => void;
}

/** Moves and zooms a picture behind the frame: by pointer, wheel or keyboard. The previews follow at once. */
export function AvatarCrop({ picture, crop, onCrop }: Props): ReactNode {
  const { t } = useTranslation();
  const help = useId();
  const held = useRef<{ readonly x: number; readonly y: number }>(null);
  const move = (x: number, y: number) => onCrop(moveCrop(picture.size, crop, x, y));
  const zoom = (to: number) => onCrop(zoomCrop(picture.size, crop, to));

  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    if (!held.current) return;
    const scale = AVATAR_SIDE / event.currentTarget.clientWidth;
    move((event.clientX - held.current.x) * scale, (event.clientY - held.current.y) * scale);
    held.current = { x: event.clientX, y: event.clientY };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [x, y] = ARROWS[event.key] ?? [0, 0];
    const far = event.shiftKey ? 10 : 1;
    if (x !== 0 || y !== 0) move(x * far, y * far);
    else if (event.key === '+' || event.key === '=') zoom(crop.zoom + ZOOM_STEP);
    else if (event.key === '-') zoom(crop.zoom - ZOOM_STEP);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.workbench}>
      <div>
        <button
          type="button"
          className={styles.frame}
          aria-label={t('avatar.frame')}
          aria-describedby={help}
          onKeyDown={onKeyDown}
          onWheel={({ deltaY }) => zoom(crop.zoom - Math.sign(deltaY) * ZOOM_STEP)}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            held.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerMove={onPointerMove}
          onPointerUp={() => {
            held.current = null;
          }}
          onPointerCancel={() => {
            held.current = null;
          }}
        >
          <CropView picture={picture} crop={crop} />
        </button>
        <div className={styles.zoom}>
          <Button size="small" icon={<MinusOutlined />} disabled={crop.zoom <= 0} aria-label={t('avatar.zoomOut')} onClick={() => zoom(crop.zoom - ZOOM_STEP)} />
          <Slider className={styles.slider ?? ''} min={0} max={MAX_ZOOM} value={Math.round(crop.zoom)} ariaLabelForHandle={t('avatar.zoom')} onChange={zoom} />
          <Button size="small" icon={<PlusOutlined />} disabled={crop.zoom >= MAX_ZOOM} aria-label={t('avatar.zoomIn')} onClick={() => zoom(crop.zoom + ZOOM_STEP)} />
        </div>
      </div>
      <div className={styles.side}>
        <div className={styles.previews}>
          <div className={styles.square}><CropView picture={picture} crop={crop} /></div>
          <div className={styles.round}><CropView picture={picture} crop={crop} /></div>
        </div>
        <p id={help} className={styles.help}>{t('avatar.frameHelp')}</p>
      </div>
    </div>
  );
}
