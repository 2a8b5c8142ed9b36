import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { Icon } from './icons.tsx';
import styles from './screen-header.module.css';

interface ScreenHeaderProps {
  title: string;
  /** The parent screen. The header contains a link to it. */
  parent?: { to: string; name: string };
  /** A line of text about the screen, such as the number of items. */
  children?: ReactNode;
  /** The screen's buttons. The primary button comes last. */
  actions?: ReactNode;
}

/** Shows the header of a screen. The heading receives focus when the screen opens. */
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
