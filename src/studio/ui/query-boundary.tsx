import type { ReactNode } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { ApiError } from '#ui/lib/api.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../copy.ts';
import styles from './query-boundary.module.css';

interface QueryBoundaryProps<Data> {
  /** As TanStack Query gives it. */
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** Lines of the skeleton. */
  lines?: number;
  /** Has the shape of the content; absent: some lines. */
  skeleton?: ReactNode;
  /** Where else to go, where there is no navigation beside it. */
  parent?: { to: string; name: string };
  children: (data: Data) => ReactNode;
}

/** What was asked of the API, a skeleton until it is there, and a way on where it is refused. */
export function QueryBoundary<Data>({
  query,
  lines = 6,
  skeleton,
  parent,
  children,
}: QueryBoundaryProps<Data>) {
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
      <div className={styles.bones} role="status">
        <span className="vh">{copy.common.loading}</span>
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
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
