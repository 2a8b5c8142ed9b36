import type { ReactNode } from 'react';
import { useTitle } from '../lib/use-title.ts';
import styles from './screen-head.module.css';

interface ScreenHeadProps {
  title: string;
  /** One line on what this is, or how much there is of it. */
  children?: ReactNode;
  /** What can be done here; the red one last. */
  actions?: ReactNode;
}

/** The heading every screen begins with. It takes the focus when the screen is come to. */
export function ScreenHead({ title, children, actions }: ScreenHeadProps) {
  useTitle(title);
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1 className="title" tabIndex={-1}>
          {title}
        </h1>
        {children && <p className={styles.note}>{children}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
