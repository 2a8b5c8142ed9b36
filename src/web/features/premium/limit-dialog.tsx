import type { Room } from '#web/reader/prompt.ts';
import { Dialog, type DialogState } from '#web/ui/dialog.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './limit-dialog.module.css';

interface LimitDialogProps extends DialogState {
  /** What the server said: which limit was reached, and what there is beyond it. */
  message: string;
  room: Room;
}

/**
 * Tells a reader that their plan has room for no more, and where to make some. It sells nothing: as long as Premium
 * is not open, a way to the plans would lead to where nothing can be had.
 */
export function LimitDialog({ message, room, ...dialog }: LimitDialogProps) {
  const { onClose } = dialog;
  return (
    <Dialog {...dialog} title="That is all there is room for" description={message}>
      <div className={styles.actions}>
        <Link className="btn btn-red btn-l" to={room.path} onClick={onClose}>
          {room.how}
        </Link>
        <button className="btn btn-line btn-l" type="button" onClick={onClose}>
          Not now
        </button>
      </div>
    </Dialog>
  );
}
