import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

interface FactListProps {
  /**
   * Placement of the facts: `rows` puts each value at the end of its name's line, `stacked` below the name, and `inline`
   * puts the facts beside one another, each value below its name.
   */
  layout?: 'rows' | 'stacked' | 'inline';
  children: ReactNode;
}

/** A list of {@link Fact} elements, each with a name and a value. */
export function FactList({ layout = 'rows', children }: FactListProps) {
  return (
    <dl className={styles.list} data-layout={layout}>
      {children}
    </dl>
  );
}

interface FactProps {
  name: ReactNode;
  /** Text of the value's tooltip, such as the exact time of a relative one. */
  title?: string | undefined;
  children: ReactNode;
}

/** One name with its value, in a {@link FactList}. */
export function Fact({ name, title, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={title}>{children}</dd>
    </div>
  );
}
