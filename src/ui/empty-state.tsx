import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** The SVG paths of a drawing for an empty state, on a canvas 96 units wide. */
export interface EmptyStateDrawingPaths {
  ink: string;
  red: string;
}

/** Drawings that are shared by the empty states of several screens. */
const DRAWINGS = {
  /** A torn page, for errors. */
  torn: {
    ink: 'M22 10h52v38l-7 5-6-7-8 8-6-6-8 7-7-6-10 6zM22.3 69.7l10.4-5.3 6.6 6.5 8.4-6.4 5.6 6.4 8.5-7.4 5.5 7.4 7.3-4.5-2 28.9-51.9-3.6z',
    red: 'M32 24h32M32 34h22',
  },
  /** A bookshelf with a gap, for empty lists. */
  shelf: {
    ink: 'M10 80h76M16 80V28h12v52M28 80V20h11v60M71.5 80 62 36.5l10.5-2.3L82 77.7M16 38h12M28 30h11',
    red: 'M46 80V48h8v32',
  },
  /** A magnifying glass over blank lines, for searches without results. */
  lens: {
    ink: 'M18 12h46v16M18 12v72h46V70M28 26h20M28 38h10M28 50h8M28 62h10M28 74h24',
    red: 'M76 50a15 15 0 1 1-30 0 15 15 0 0 1 30 0M72 61l12 13',
  },
  /** An empty picture frame, for lists without authors. */
  portrait: {
    ink: 'M20 10h56v76H20zM28 18h40v60H28zM30 78c1-14 8-20 18-20s17 6 18 20',
    red: 'M58 42a10 10 0 1 1-20 0 10 10 0 0 1 20 0',
  },
} as const;

export type EmptyStateDrawingName = keyof typeof DRAWINGS;

interface EmptyStateProps {
  /** The name of a shared drawing, or the paths of a drawing that only one screen uses. */
  drawing: EmptyStateDrawingName | EmptyStateDrawingPaths;
  title: string;
  /** Level of the heading. Use `h1` if the screen has no other heading. */
  heading?: 'h1' | 'h2';
  /** One or two sentences that say what happened and what the reader can do. */
  children?: ReactNode;
  /** Links and buttons for the next step, the primary one first. */
  actions?: ReactNode;
}

/** A message that is shown instead of an empty list, with links to the next step. */
export function EmptyState({
  drawing,
  title,
  heading: Heading = 'h2',
  children,
  actions,
}: EmptyStateProps) {
  const { ink, red } = typeof drawing === 'string' ? DRAWINGS[drawing] : drawing;
  return (
    <div className={styles.empty}>
      <svg className={styles.drawing} viewBox="0 0 96 96" aria-hidden="true">
        <path d={ink} />
        <path className={styles.red} d={red} />
      </svg>
      <Heading className={styles.title}>{title}</Heading>
      {children && <p className={styles.text}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
