import { useState } from 'react';
import { useLocation } from 'react-router';
import {
  getSubscriptionStatusLabel,
  isManageableStatus,
  isOngoingStatus,
  isSuspendedStatus,
  type SubscriptionProfile,
} from '#domain/subscription.ts';
import { Link } from '#ui/link.tsx';
import { plansCopy } from '#web/copy/plans.ts';
import { openFetchedUrlInNewTab } from '#web/lib/new-tab.ts';
import {
  refreshSubscriptionProfile,
  useHasSubscriptionProfileFailed,
  useSubscriptionProfile,
} from '#web/reader/subscription-profile.ts';
import { openCustomerPortal } from './billing.ts';
import { createPlansUrl } from './plans-url.ts';
import styles from './subscription-card.module.css';

/** A card with the reader's plan and its status, and a button to manage the subscription (spec 2, "/settings"). */
export function SubscriptionCard() {
  const profile = useSubscriptionProfile();
  const { pathname } = useLocation();
  const [isBusy, setIsBusy] = useState(false);
  const hasFailed = useHasSubscriptionProfileFailed();
  if (!profile) return hasFailed ? <ProfileFailure /> : <CardSkeleton />;

  async function manage() {
    setIsBusy(true);
    await openCustomerPortal(openFetchedUrlInNewTab);
    setIsBusy(false);
  }

  const { subscriptionTier, subscriptionStatus, subscriptionExpiresAt } = profile;
  const isPremium = subscriptionTier === 'premium';
  const plan = isPremium ? 'Premium' : 'Free';
  const label = getSubscriptionStatusLabel(subscriptionStatus);
  return (
    <div className={styles.card}>
      <p className={styles.plan}>
        <b>{plan}</b>
        {/* The status is omitted if its label equals the plan's name, such as "Free". */}
        {subscriptionStatus && label !== plan && (
          <span className={styles.status} data-status={subscriptionStatus}>
            {label}
          </span>
        )}
      </p>
      <p>{describeSubscription(profile)}</p>
      {isOngoingStatus(subscriptionStatus) && subscriptionExpiresAt && (
        <dl className={styles.facts}>
          <dt>{getDateLabel(profile)}</dt>
          <dd>
            <time dateTime={subscriptionExpiresAt}>{formatLongDate(subscriptionExpiresAt)}</time>
          </dd>
        </dl>
      )}
      {isPremium || isManageableStatus(subscriptionStatus) ? (
        <button
          className="btn btn-line btn-l"
          type="button"
          disabled={isBusy}
          onClick={() => void manage()}
        >
          {isBusy ? plansCopy.loading : plansCopy.manage}
        </button>
      ) : (
        <Link className="btn btn-line btn-l" to={createPlansUrl(pathname)}>
          {plansCopy.seePremium}
        </Link>
      )}
    </div>
  );
}

function describeSubscription({
  subscriptionTier,
  subscriptionStatus,
  subscriptionEnds,
}: SubscriptionProfile): string {
  if (subscriptionStatus === 'past_due') return plansCopy.pastDue;
  if (subscriptionStatus === 'canceled') return plansCopy.canceled;
  if (isSuspendedStatus(subscriptionStatus)) return plansCopy.paused;
  if (subscriptionTier === 'free') return plansCopy.free;
  return subscriptionEnds ? plansCopy.endsSoon : plansCopy.premium;
}

/**
 * Returns the label for the date on the card, such as the date of the next payment. It depends on the subscription's
 * status.
 */
function getDateLabel({ subscriptionStatus, subscriptionEnds }: SubscriptionProfile): string {
  if (subscriptionStatus === 'past_due') return plansCopy.paymentFailed;
  return subscriptionEnds ? plansCopy.ends : plansCopy.nextPayment;
}

/** Formats a date like "December 22, 2026", as the product specification requires. */
function formatLongDate(date: string): string {
  return new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}

function ProfileFailure() {
  return (
    <div className={styles.card} role="status">
      <p>{plansCopy.profileFailed}</p>
      <button
        className="btn btn-line btn-l"
        type="button"
        onClick={() => void refreshSubscriptionProfile()}
      >
        {plansCopy.tryAgain}
      </button>
    </div>
  );
}

function CardSkeleton() {
  return (
    <div className={`${styles.card} ${styles.skeleton}`} aria-hidden="true">
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
