import type { ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** Button at the end of the panel's header. */
  action?: ReactNode;
  /** Note below the panel's title. */
  note?: ReactNode;
  children: ReactNode;
}

/** Shows a section of a screen with a title. */
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
