import { useLocation } from 'react-router';
import { Dialog, type DialogState } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './narrations-dialog.module.css';
import { perksOf } from './perks.ts';
import { plansAddress } from './plans-address.ts';

/** Tells a reader who has heard the beginning of a narration what Premium gives. */
export function NarrationsDialog(dialog: DialogState) {
  const { onClose } = dialog;
  const { pathname, search } = useLocation();
  return (
    <Dialog
      {...dialog}
      title="The rest comes with Premium"
      description="That was the beginning. Premium reads every article to you, from its first word to its last."
    >
      <ul className={styles.perks}>
        {perksOf('premium').map(({ text }) => (
          <li key={text}>
            <Icon name="check" />
            {text}
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Link className="btn btn-red btn-l" to={plansAddress(pathname + search)} onClick={onClose}>
          See the plans
        </Link>
        <button className="btn btn-line btn-l" type="button" onClick={onClose}>
          Go on reading
        </button>
      </div>
    </Dialog>
  );
}
