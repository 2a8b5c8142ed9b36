import type { RefObject } from 'react';
import { Link } from 'react-router';
import { formatPrice, PREMIUM_PRICES, TIER_LIMITS } from '#domain/tiers.ts';
import type { Room } from '#web/lib/prompts.ts';
import { useReader } from '#web/lib/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icons.tsx';
import styles from './premium-dialog.module.css';

interface PremiumDialogProps {
  /** What the server said: which limit was reached. */
  message: string;
  /** The way on that costs nothing, where there is one. */
  room?: Room | undefined;
  isOpen: boolean;
  onClose: () => void;
  /** Where the focus goes when it closes. */
  opener: RefObject<HTMLElement | null>;
}

/** Offers Premium to a reader at a limit of Free, and says how to go on without it. */
export function PremiumDialog({ message, room, isOpen, onClose, opener }: PremiumDialogProps) {
  const isPremium = useReader()?.tier === 'premium';
  return (
    <Dialog
      // Premium ends somewhere too, and there is nothing more to offer then.
      title={isPremium ? 'That is all there is room for' : 'Room for more'}
      description={message}
      isOpen={isOpen}
      onClose={onClose}
      opener={opener}
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

const { bookmarks, follows, narrations, ads } = TIER_LIMITS.premium;

/** What Premium gives (spec 6), from its limits. */
const GAINS = [
  `Up to ${bookmarks.toLocaleString('en-US')} bookmarks`,
  Number.isFinite(follows) ? `Follow up to ${follows} authors` : 'Unlimited follows',
  ...(narrations ? ['Audio narrations'] : []),
  ...(ads ? [] : ['No advertising']),
];
