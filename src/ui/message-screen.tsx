import type { ReactNode } from 'react';
import styles from './message-screen.module.css';

interface MessageScreenProps {
  /** A decorative drawing. It is above the text on a phone, and beside the text on a wide screen. */
  drawing: ReactNode;
  title: string;
  children: ReactNode;
  /** Buttons and links for the next steps. */
  actions?: ReactNode;
  /** Small print below the next steps. */
  aside?: ReactNode;
}

/** A screen with a single message. */
export function MessageScreen({ drawing, title, children, actions, aside }: MessageScreenProps) {
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
