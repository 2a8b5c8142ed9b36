import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { EmptyState } from '#ui/empty-state.tsx';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { copy } from '../copy.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

const words = copy.errors;

/** Shows the message that replaces a screen after an error. */
export function ScreenError() {
  const error = useRouteError();
  useEffect(() => logAndReportError(error, 'A screen of the studio broke'), [error]);
  return (
    <EmptyState
      drawing="torn"
      heading="h1"
      title={words.broke}
      actions={
        <button className="btn btn-red" type="button" onClick={() => location.reload()}>
          {words.reload}
        </button>
      }
    >
      {words.brokeNote}
    </EmptyState>
  );
}

/**
 * Shows the message that replaces a screen whose code could not be loaded. Reloads the page once the browser is online
 * again.
 */
export function ScreenCodeNotLoaded() {
  useDocumentTitle(words.notLoadedTitle);
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return (
    <EmptyState
      drawing="torn"
      heading="h1"
      title={words.notLoaded}
      actions={
        <button className="btn btn-red" type="button" onClick={() => location.reload()}>
          {words.reload}
        </button>
      }
    >
      {words.notLoadedNote}
    </EmptyState>
  );
}
