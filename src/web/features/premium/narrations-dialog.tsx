import { useLocation } from 'react-router';
import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { Link } from '#ui/link.tsx';
import { plansCopy } from '#web/copy/plans.ts';
import styles from './narrations-dialog.module.css';
import { PlanFeatures } from './plan-features.tsx';
import { plansUrl } from './plans-url.ts';

/** A dialog that shows the features of Premium after a preview has ended. */
export function NarrationsDialog(dialog: BaseDialogProps) {
  const { onClose } = dialog;
  const { pathname, search } = useLocation();
  return (
    <Dialog {...dialog} title={plansCopy.previewEnded} description={plansCopy.previewEndedText}>
      <PlanFeatures of="premium" className={styles.perks} />
      <div className={styles.actions}>
        <Link className="btn btn-red btn-l" to={plansUrl(pathname + search)} onClick={onClose}>
          {plansCopy.seePlans}
        </Link>
        <button className="btn btn-line btn-l" type="button" onClick={onClose}>
          {plansCopy.keepReading}
        </button>
      </div>
    </Dialog>
  );
}
