import type { ReactNode } from 'react';
import styles from './drawings.module.css';

/**
 * A frame for a line drawing. Drawings use a canvas of 400 × 260 units. The frame shows the part of the canvas between
 * the x coordinates `from` and `to`. All drawings have the same height.
 */
export function DrawingFrame({
  from,
  to,
  children,
}: {
  from: number;
  to: number;
  children: ReactNode;
}) {
  return (
    <svg className={styles.drawing} viewBox={`${from} 0 ${to - from} 260`} aria-hidden="true">
      {children}
    </svg>
  );
}
