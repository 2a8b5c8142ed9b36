import { useState } from 'react';
import { useLocation } from 'react-router';
import {
  isLive,
  isManaged,
  isResting,
  type Profile,
  subscriptionLabel,
} from '#domain/subscription.ts';
import { openPrivately } from '#web/lib/new-tab.ts';
import { useProfile } from '#web/reader/profile.ts';
import { Link } from '#web/ui/link.tsx';
import { openPortal } from './billing.ts';
import { plansAddress } from './plans-address.ts';
import styles from './subscription-card.module.css';

/** The reader's plan and what becomes of it, with the way to change it (spec 2, "/settings"). */
export function SubscriptionCard() {
  const profile = useProfile();
  const { pathname } = useLocation();
  const [isBusy, setIsBusy] = useState(false);
  if (!profile) return <Bones />;

  async function manage() {
    setIsBusy(true);
    await openPortal(openPrivately);
    setIsBusy(false);
  }

  const { subscriptionTier, subscriptionStatus, subscriptionExpiresAt } = profile;
  const isPremium = subscriptionTier === 'premium';
  const plan = isPremium ? 'Premium' : 'Free';
  const label = subscriptionLabel(subscriptionStatus);
  return (
    <div className={styles.card}>
      <p className={styles.plan}>
        <b>{plan}</b>
        {/* A status that reads as Free says no more than the plan. */}
        {subscriptionStatus && label !== plan && (
          <span className={styles.status} data-status={subscriptionStatus}>
            {label}
          </span>
        )}
      </p>
      <p>{sentenceOf(profile)}</p>
      {isLive(subscriptionStatus) && subscriptionExpiresAt && (
        <dl className={styles.facts}>
          <dt>{profile.subscriptionEnds ? 'Ends' : 'Next Payment'}</dt>
          <dd>
            <time dateTime={subscriptionExpiresAt}>{longDate(subscriptionExpiresAt)}</time>
          </dd>
        </dl>
      )}
      {isPremium || isManaged(subscriptionStatus) ? (
        <button
          className="btn btn-line btn-l"
          type="button"
          disabled={isBusy}
          onClick={() => void manage()}
        >
          {isBusy ? 'Loading...' : 'Manage Subscription'}
        </button>
      ) : (
        <Link className="btn btn-line btn-l" to={plansAddress(pathname)}>
          See what Premium gives
        </Link>
      )}
    </div>
  );
}

function sentenceOf({ subscriptionTier, subscriptionStatus, subscriptionEnds }: Profile): string {
  if (subscriptionStatus === 'past_due')
    return 'The last payment failed. Until it is made, Premium rests: nothing of yours is lost.';
  if (subscriptionStatus === 'canceled')
    return 'Your subscription has ended. What you had kept is kept.';
  if (isResting(subscriptionStatus))
    return 'Your subscription rests, and Premium with it. You can have it go on, or end it.';
  if (subscriptionTier === 'free') return 'Every article, ten bookmarks, three authors to follow.';
  if (subscriptionEnds) return 'It is cancelled, and lasts until the end of what is paid for.';
  return 'Every narration to its end, no ads, and room for a thousand bookmarks.';
}

/** As the spec has it: "December 22, 2026". */
function longDate(date: string): string {
  return new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}

function Bones() {
  return (
    <div className={`${styles.card} ${styles.bones}`} aria-hidden="true">
      <p className={styles.plan}>
        <b>
          <i />
        </b>
      </p>
      <p>
        <i />
      </p>
      <span className={styles.button} />
    </div>
  );
}
