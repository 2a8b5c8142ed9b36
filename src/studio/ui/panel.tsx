import type { ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** What can be done with it, at the end of its head. */
  action?: ReactNode;
  /** Words under the title. */
  note?: ReactNode;
  children: ReactNode;
}

/** A part of a screen with a name of its own. */
export function Panel({ title, action, note, children }: PanelProps) {
  return (
    <section className={styles.panel}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {action}
      </header>
      {note && <p className={styles.note}>{note}</p>}
      {children}
    </section>
  );
}
