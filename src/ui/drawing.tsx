import type { ReactNode } from 'react';
import styles from './drawings.module.css';

/** The frame of a line drawing. All have the same height; `from` and `to` crop a canvas of 400 by 260 units horizontally. */
export function Drawing({ from, to, children }: { from: number; to: number; children: ReactNode }) {
  return (
    <svg className={styles.drawing} viewBox={`${from} 0 ${to - from} 260`} aria-hidden="true">
      {children}
    </svg>
  );
}
