import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { useTitle } from '../lib/use-title.ts';
import { Icon } from './icons.tsx';
import styles from './screen-head.module.css';

interface ScreenHeadProps {
  title: string;
  /** The screen it was come to from. */
  up?: { to: string; name: string };
  /** One line on what this is, or how much there is of it. */
  children?: ReactNode;
  /** What can be done here; the red one last. */
  actions?: ReactNode;
}

/** The heading every screen begins with. It takes the focus when the screen is come to. */
export function ScreenHead({ title, up, children, actions }: ScreenHeadProps) {
  useTitle(title);
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        {up && (
          <Link className={styles.up} to={up.to}>
            <Icon name="previous" />
            {up.name}
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
