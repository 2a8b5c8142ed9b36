import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

interface FactListProps {
  /**
   * Layout of the facts. With `rows`, each value is on the same line as its name, or below the name if it does not fit.
   * With `stacked`, each value is below its name. With `inline`, the facts are side by side, and each value is below
   * its name.
   */
  layout?: 'rows' | 'stacked' | 'inline';
  children: ReactNode;
}

/** Shows a list of {@link Fact} elements, each with a name and a value. */
export function FactList({ layout = 'rows', children }: FactListProps) {
  return (
    <dl className={styles.list} data-layout={layout}>
      {children}
    </dl>
  );
}

interface FactProps {
  name: ReactNode;
  /** Tooltip of the value, such as the exact time if the value is a relative time. */
  title?: string | undefined;
  children: ReactNode;
}

/** Shows a name and its value in a {@link FactList}. */
export function Fact({ name, title, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={title}>{children}</dd>
    </div>
  );
}
