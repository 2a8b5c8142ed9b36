import { offlineCopy } from '#web/copy/offline.ts';
import { useWaitingCount } from './outbox.ts';

export interface WaitingNoteProps {
  text: 'waiting' | 'lostAtSignOut';
}

/** Says how many of the reader's actions wait to be sent. Its text is empty if none does. */
export function WaitingNote({ text }: WaitingNoteProps) {
  const count = useWaitingCount();
  return (
    // The region must exist before its text, so that screen readers announce the text.
    <p className="meta" role="status">
      {count > 0 && offlineCopy[text](count)}
    </p>
  );
}
