import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { logError } from '#web/lib/error-reports.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useTitle } from '../lib/use-title.ts';

/** In place of a screen that broke. */
export function Failed() {
  const error = useRouteError();
  useEffect(() => logError(error, 'A screen of the studio broke'), [error]);
  return (
    <EmptyState
      drawing="torn"
      heading="h1"
      title="This screen broke"
      actions={
        <button className="btn btn-red" type="button" onClick={() => location.reload()}>
          Load it anew
        </button>
      }
    >
      The fault has been written down. What you saved is safe.
    </EmptyState>
  );
}

/** In place of a screen whose code did not come. It comes by itself once the line is back. */
export function Unloaded() {
  useTitle('Not loaded');
  useEffect(() => {
    const again = () => location.reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  return (
    <EmptyState
      drawing="torn"
      heading="h1"
      title="This screen did not come"
      actions={
        <button className="btn btn-red" type="button" onClick={() => location.reload()}>
          Load it anew
        </button>
      }
    >
      The connection was lost, or Octavo was renewed since you opened it.
    </EmptyState>
  );
}
