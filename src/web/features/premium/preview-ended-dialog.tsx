import { useLocation } from 'react-router';
import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { Link } from '#ui/link.tsx';
import { plansCopy } from '#web/copy/plans.ts';
import { PlanFeatures } from './plan-features.tsx';
import { createPlansUrl } from './plans-url.ts';
import styles from './preview-ended-dialog.module.css';

/** A dialog that lists Premium's features after a preview has ended. */
export function PreviewEndedDialog(dialog: BaseDialogProps) {
  const { onClose } = dialog;
  const { pathname, search } = useLocation();
  return (
    <Dialog {...dialog} title={plansCopy.previewEnded} description={plansCopy.previewEndedText}>
      <PlanFeatures of="premium" className={styles.perks} />
      <div className={styles.actions}>
        <Link
          className="btn btn-red btn-l"
          to={createPlansUrl(pathname + search)}
          onClick={onClose}
        >
          {plansCopy.seePlans}
        </Link>
        <button className="btn btn-line btn-l" type="button" onClick={onClose}>
          {plansCopy.keepReading}
        </button>
      </div>
    </Dialog>
  );
}
