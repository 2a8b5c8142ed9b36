import { Link } from 'react-router';
import { formatPrice, PREMIUM_PRICES } from '#domain/tiers.ts';
import type { Room } from '#web/reader/prompt.ts';
import { useIsPremium } from '#web/reader/session.ts';
import { Dialog, type DialogState } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { perksOf } from './perks.ts';
import styles from './premium-dialog.module.css';

interface PremiumDialogProps extends DialogState {
  /** What the server said: which limit was reached. */
  message: string;
  /** The way on that costs nothing, where there is one. */
  room?: Room | undefined;
}

/** Offers Premium to a reader at a limit of Free, and says how to go on without it. */
export function PremiumDialog({ message, room, ...dialog }: PremiumDialogProps) {
  const { onClose } = dialog;
  const isPremium = useIsPremium();
  return (
    <Dialog
      {...dialog}
      // Premium ends somewhere too, and there is nothing more to offer then.
      title={isPremium ? 'That is all there is room for' : 'Room for more'}
      description={message}
    >
      {!isPremium && <Offer />}
      <div className={styles.actions}>
        {!isPremium && (
          <Link className="btn btn-red btn-l" to="/plans" onClick={onClose}>
            See plans
          </Link>
        )}
        <button className="btn btn-line btn-l" type="button" onClick={onClose}>
          {isPremium ? 'Close' : 'Not now'}
        </button>
      </div>
      {room && (
        <p className={styles.room}>
          {isPremium ? 'To make room, ' : 'Or make room for free: '}
          <Link className="link" to={room.path} onClick={onClose}>
            {room.how}
          </Link>
          .
        </p>
      )}
    </Dialog>
  );
}

function Offer() {
  const { monthly, annual } = PREMIUM_PRICES;
  return (
    <>
      <ul className={styles.gains}>
        {GAINS.map((gain) => (
          <li key={gain}>
            <Icon name="check" small />
            {gain}
          </li>
        ))}
      </ul>
      <p className={styles.price}>
        <b>{formatPrice(monthly)}</b> per month, or {formatPrice(annual)} per year
      </p>
    </>
  );
}

/** What Premium gives and Free does not. */
const GAINS = perksOf('premium')
  .map(({ text }) => text)
  .filter((text) => perksOf('free').every((perk) => perk.text !== text));
