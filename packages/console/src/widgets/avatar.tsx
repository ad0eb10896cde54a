import type { ReactNode } from 'react';
import styles from './avatar.module.css';

interface Props {
  readonly name: string;
  /** The picture's address, '' for none. */
  readonly src: string;
  /** Pixels. */
  readonly size: number;
}

/** Somebody's picture, or the first letter of the name. The name itself stands beside it, so readers aloud skip this. */
export function Avatar({ name, src, size }: Props): ReactNode {
  const box = { width: size, height: size, fontSize: Math.round(size / 2) };
  if (src !== '') return <img className={styles.avatar} src={src} alt="" width={size} height={size} style={box} />;
  return <span className={styles.avatar} style={box} aria-hidden="true">{Array.from(name)[0]?.toUpperCase()}</span>;
}
