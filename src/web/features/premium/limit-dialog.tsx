import { useLocation } from 'react-router';
import { Dialog, type DialogState } from '#ui/dialog.tsx';
import { Link } from '#ui/link.tsx';
import { plansCopy } from '#web/copy/plans.ts';
import type { LimitRemedy } from '#web/reader/prompt.ts';
import { useIsPremium } from '#web/reader/session.ts';
import styles from './limit-dialog.module.css';
import { plansUrl } from './plans-url.ts';

interface LimitDialogProps extends DialogState {
  /** What the server said: which limit was reached, and what there is beyond it. */
  message: string;
  remedy: LimitRemedy;
}

/** Tells a reader that their plan has room for no more, where to make some, and where there is more. */
export function LimitDialog({ message, remedy, ...dialog }: LimitDialogProps) {
  const { onClose } = dialog;
  const { pathname, search } = useLocation();
  const isPremium = useIsPremium();
  // The first sentence says which limit was reached, the second what there is beyond it.
  const [title = message, rest] = message.split(/(?<=\.) /, 2);
  return (
    <Dialog {...dialog} title={title.replace(/\.$/, '')} description={rest}>
      <div className={styles.actions}>
        {!isPremium && (
          <Link
            className="btn btn-red btn-l sold-only"
            to={plansUrl(pathname + search)}
            onClick={onClose}
          >
            {plansCopy.seePremium}
          </Link>
        )}
        <Link className="btn btn-line btn-l" to={remedy.path} onClick={onClose}>
          {remedy.label}
        </Link>
        <button className="btn btn-text btn-l" type="button" onClick={onClose}>
          {plansCopy.notNow}
        </button>
      </div>
    </Dialog>
  );
}
