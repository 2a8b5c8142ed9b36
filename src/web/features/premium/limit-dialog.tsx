import { useLocation } from 'react-router';
import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { Link } from '#ui/link.tsx';
import { plansCopy } from '#web/copy/plans.ts';
import type { RemoveItemsLink } from '#web/reader/prompt.ts';
import { useIsPremium } from '#web/reader/session.ts';
import styles from './limit-dialog.module.css';
import { createPlansUrl } from './plans-url.ts';

interface PlanLimitDialogProps extends BaseDialogProps {
  /**
   * The message from the server. It names the limit and, for a reader on the Free plan, the advantage of Premium. If
   * the action was performed offline, the message starts with a sentence that says which action failed.
   */
  message: string;
  removeItemsLink: RemoveItemsLink;
}

/**
 * The dialog for a reader who has reached a limit of their plan. It links to a page on which they can remove items, and
 * to the plans page.
 */
export function PlanLimitDialog({ message, removeItemsLink, ...dialog }: PlanLimitDialogProps) {
  const { onClose } = dialog;
  const { pathname, search } = useLocation();
  const isPremium = useIsPremium();
  const [, title = message, details] = /^(.*?\.) (.*)$/.exec(message) ?? [];
  return (
    <Dialog {...dialog} title={title.replace(/\.$/, '')} description={details}>
      <div className={styles.actions}>
        {!isPremium && (
          <Link
            className="btn btn-red btn-l sold-only"
            to={createPlansUrl(pathname + search)}
            onClick={onClose}
          >
            {plansCopy.seePremium}
          </Link>
        )}
        <Link className="btn btn-line btn-l" to={removeItemsLink.path} onClick={onClose}>
          {removeItemsLink.label}
        </Link>
        <button className="btn btn-text btn-l" type="button" onClick={onClose}>
          {plansCopy.notNow}
        </button>
      </div>
    </Dialog>
  );
}
