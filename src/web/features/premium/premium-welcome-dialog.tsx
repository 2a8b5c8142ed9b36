import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { Link } from '#ui/link.tsx';
import { plansCopy } from '#web/copy/plans.ts';
import { storeIntent } from '#web/reader/intents.ts';
import styles from './preview-ended-dialog.module.css';

interface WelcomeDialogProps extends BaseDialogProps {
  /** The path of the article from which the reader opened the plans page. */
  path: string;
  /** Called when the reader clicks the link to the article, before the navigation. */
  onListen: () => void;
}

/** A dialog that welcomes a reader to Premium. It offers to play the article from which they opened the plans page. */
export function PremiumWelcomeDialog({ path, onListen, ...dialog }: WelcomeDialogProps) {
  const { onClose } = dialog;
  const handleListen = () => {
    onListen();
    storeIntent({ action: 'listen' }, undefined, path);
    onClose();
  };
  return (
    <Dialog {...dialog} title={plansCopy.welcome} description={plansCopy.welcomeText}>
      <div className={styles.actions}>
        <Link className="btn btn-red btn-l" to={path} onClick={handleListen}>
          {plansCopy.listenToArticle}
        </Link>
        <button className="btn btn-line btn-l" type="button" onClick={onClose}>
          {plansCopy.notNow}
        </button>
      </div>
    </Dialog>
  );
}
