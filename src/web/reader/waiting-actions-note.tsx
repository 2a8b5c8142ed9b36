import { offlineCopy } from '#web/copy/offline.ts';
import { useWaitingActionCount } from './outbox.ts';

export interface WaitingActionsNoteProps {
  text: 'waiting' | 'lostAtSignOut';
}

/**
 * Shows the number of actions, such as adding a bookmark, that were performed offline and have not been sent to the
 * server yet. The note is empty if there are none.
 */
export function WaitingActionsNote({ text }: WaitingActionsNoteProps) {
  const count = useWaitingActionCount();
  return (
    // Screen readers announce the text only if the live region is rendered before the text.
    <p className="meta" role="status">
      {count > 0 && offlineCopy[text](count)}
    </p>
  );
}
