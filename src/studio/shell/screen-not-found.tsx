import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { copy } from '../copy.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

const words = copy.errors;

/** Shown if no screen has the URL's path. */
export function ScreenNotFound() {
  useDocumentTitle(words.missing);
  return (
    <EmptyState
      drawing="shelf"
      heading="h1"
      title={words.missing}
      actions={
        <Link className="btn btn-red" to="/">
          {words.toDashboard}
        </Link>
      }
    >
      {words.missingNote}
    </EmptyState>
  );
}

/** Shown to editors instead of a screen that only administrators may see. */
export function AdministratorsOnly() {
  useDocumentTitle(words.adminsOnly);
  return (
    <EmptyState
      drawing="shelf"
      heading="h1"
      title={words.adminsOnly}
      actions={
        <Link className="btn btn-red" to="/">
          {words.toDashboard}
        </Link>
      }
    >
      {words.adminsOnlyNote}
    </EmptyState>
  );
}
