import { type ComponentType, useEffect, useState } from 'react';
import type { WaitingActionsNoteProps } from '#web/reader/waiting-actions-note.tsx';

/**
 * A note with the number of actions that were performed offline and have not been sent to the server yet. Loads its
 * code after hydration, and only if a service worker controls the page.
 */
export function LazyWaitingActionsNote(props: WaitingActionsNoteProps) {
  const [Note, setNote] = useState<ComponentType<WaitingActionsNoteProps>>();
  useEffect(() => {
    if (navigator.serviceWorker?.controller)
      import('#web/reader/waiting-actions-note.tsx').then(
        ({ WaitingActionsNote }) => setNote(() => WaitingActionsNote),
        () => {},
      );
  }, []);
  return Note && <Note {...props} />;
}
