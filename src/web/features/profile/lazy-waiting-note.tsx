import { type ComponentType, useEffect, useState } from 'react';
import type { WaitingNoteProps } from '#web/reader/waiting-note.tsx';

/**
 * Says how many of the reader's actions wait to be sent. Loads the code for it after hydration, in browsers with a
 * service worker only.
 */
export function LazyWaitingNote(props: WaitingNoteProps) {
  const [Note, setNote] = useState<ComponentType<WaitingNoteProps>>();
  useEffect(() => {
    if (navigator.serviceWorker?.controller)
      import('#web/reader/waiting-note.tsx').then(
        ({ WaitingNote }) => setNote(() => WaitingNote),
        () => {},
      );
  }, []);
  return Note && <Note {...props} />;
}
