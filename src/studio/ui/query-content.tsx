import type { ReactNode } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { ApiError } from '#ui/lib/api.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../copy.ts';
import styles from './query-content.module.css';

interface QueryContentProps<Data> {
  /** The result of a TanStack Query query. */
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** Number of lines in the default placeholder. */
  lines?: number;
  /** Placeholder in the shape of the content (default: lines of text). */
  skeleton?: ReactNode;
  /** Link to the parent screen, shown after an error. Needed for screens without navigation. */
  parent?: { to: string; name: string };
  children: (data: Data) => ReactNode;
}

/** Renders the data of a query. Shows a placeholder while the data loads, and a retry button if loading fails. */
export function QueryContent<Data>({
  query,
  lines = 6,
  skeleton,
  parent,
  children,
}: QueryContentProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error && skeleton)
    return (
      <div role="status">
        <span className="vh">{copy.common.loading}</span>
        {skeleton}
      </div>
    );
  if (!error)
    return (
      <div className={styles.skeleton} role="status">
        <span className="vh">{copy.common.loading}</span>
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical
          <span key={line} />
        ))}
      </div>
    );
  return (
    <EmptyState
      drawing="torn"
      title={copy.common.notLoaded}
      actions={
        <>
          {parent && (
            <Link className="btn btn-red" to={parent.to}>
              {parent.name}
            </Link>
          )}
          <button className="btn btn-line" type="button" onClick={() => refetch()}>
            {copy.common.tryAgain}
          </button>
        </>
      }
    >
      {error instanceof ApiError ? error.message : copy.common.offline}
    </EmptyState>
  );
}
