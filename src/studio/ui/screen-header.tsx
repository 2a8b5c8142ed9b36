import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { Icon } from './icons.tsx';
import styles from './screen-header.module.css';

interface ScreenHeaderProps {
  title: string;
  /** The screen it was come to from. */
  parent?: { to: string; name: string };
  /** One line on what this is, or how much there is of it. */
  children?: ReactNode;
  /** What can be done here; the red one last. */
  actions?: ReactNode;
}

/** The heading every screen begins with. It takes the focus when the screen is come to. */
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
