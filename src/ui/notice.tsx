import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  /** Decorative; stands above the words on a phone and beside them where there is room. */
  drawing: ReactNode;
  title: string;
  /** What happened, or what is to come. */
  children: ReactNode;
  /** The next steps: buttons and links. */
  actions?: ReactNode;
  /** Small print under the next steps. */
  aside?: ReactNode;
}

/** A screen that has one thing to say. */
export function Notice({ drawing, title, children, actions, aside }: NoticeProps) {
  return (
    <div className={`wrap ${styles.notice}`}>
      <div className={styles.drawing}>{drawing}</div>
      <div className={styles.words}>
        <h1 className="title headline">{title}</h1>
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
    </div>
  );
}
