import type { ReactNode } from 'react';
import styles from './drawings.module.css';

/** All stand equally high; `from` and `to` crop the sides of a canvas 400 units wide and 260 high. */
export function Drawing({ from, to, children }: { from: number; to: number; children: ReactNode }) {
  return (
    <svg className={styles.drawing} viewBox={`${from} 0 ${to - from} 260`} aria-hidden="true">
      {children}
    </svg>
  );
}
