import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { copy } from '../copy.ts';
import { useDocumentTitle } from '../lib/use-document-title.ts';

const words = copy.errors;

/** Shows the message for a URL that does not belong to any studio screen. */
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

/** Shows editors a message instead of a screen that is only for administrators. */
export function AdministratorsOnlyMessage() {
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
