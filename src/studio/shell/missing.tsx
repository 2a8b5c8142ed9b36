import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { useTitle } from '../lib/use-title.ts';

/** At an address where the studio has nothing. */
export function Missing() {
  useTitle('Nothing here');
  return (
    <EmptyState
      drawing="shelf"
      heading="h1"
      title="Nothing here"
      actions={
        <Link className="btn btn-red" to="/">
          To the start
        </Link>
      }
    >
      The studio has no screen at this address.
    </EmptyState>
  );
}

/** At a screen that is there for administrators alone. */
export function NotYours() {
  useTitle('For administrators');
  return (
    <EmptyState
      drawing="shelf"
      heading="h1"
      title="For administrators"
      actions={
        <Link className="btn btn-red" to="/">
          To the start
        </Link>
      }
    >
      Ask one of them: they say who works in the studio.
    </EmptyState>
  );
}
