import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { Icon } from './icons.tsx';
import styles from './screen-header.module.css';

interface ScreenHeaderProps {
  title: string;
  /** The parent screen. */
  parent?: { to: string; name: string };
  /** One line about the screen, or the number of items. */
  children?: ReactNode;
  /** Buttons, the primary one last. */
  actions?: ReactNode;
}

/** The header of every screen. Its heading gets the focus when the screen is opened. */
export function ScreenHeader({ title, parent, children, actions }: ScreenHeaderProps) {
  useDocumentTitle(title);
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        {parent && (
          <Link className={styles.up} to={parent.to}>
            <Icon name="previous" />
            {parent.name}
          </Link>
        )}
        <h1 className="title" tabIndex={-1}>
          {title}
        </h1>
        {children && <p className={styles.note}>{children}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
