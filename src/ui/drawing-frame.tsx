import type { ReactNode } from 'react';
import styles from './drawings.module.css';

/**
 * A frame for a line drawing. The drawing is part of a canvas of 400 × 260 units: the part between the horizontal
 * positions `from` and `to`. All drawings have the same height.
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
