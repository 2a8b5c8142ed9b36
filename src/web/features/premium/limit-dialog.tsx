import { useLocation } from 'react-router';
import type { Room } from '#web/reader/prompt.ts';
import { useIsPremium } from '#web/reader/session.ts';
import { Dialog, type DialogState } from '#web/ui/dialog.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './limit-dialog.module.css';
import { plansAddress } from './plans-address.ts';

interface LimitDialogProps extends DialogState {
  /** What the server said: which limit was reached, and what there is beyond it. */
  message: string;
  room: Room;
}

/** Tells a reader that their plan has room for no more, where to make some, and where there is more. */
export function LimitDialog({ message, room, ...dialog }: LimitDialogProps) {
  const { onClose } = dialog;
  const { pathname, search } = useLocation();
  const isPremium = useIsPremium();
  return (
    <Dialog {...dialog} title="That is all there is room for" description={message}>
      <div className={styles.actions}>
        {!isPremium && (
          <Link
            className="btn btn-red btn-l sold-only"
            to={plansAddress(pathname + search)}
            onClick={onClose}
          >
            See Premium
          </Link>
        )}
        <Link className="btn btn-line btn-l" to={room.path} onClick={onClose}>
          {room.how}
        </Link>
        <button className="btn btn-text btn-l" type="button" onClick={onClose}>
          Not now
        </button>
      </div>
    </Dialog>
  );
}
