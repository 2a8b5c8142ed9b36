import { useState } from 'react';
import { useLocation } from 'react-router';
import { isManageableStatus } from '#domain/subscription.ts';
import type { BillingCycle } from '#domain/tiers.ts';
import { plansCopy } from '#web/copy/plans.ts';
import { promptSignIn } from '#web/reader/prompt.ts';
import { readCurrentReader } from '#web/reader/session.ts';
import { useSubscriptionProfile } from '#web/reader/subscription-profile.ts';
import {
  openCustomerPortal,
  openFetchedUrlInThisTab,
  startCheckout,
  useIsOpeningCheckout,
} from './billing.ts';
import styles from './plan-action-button.module.css';
import { createPlansUrl, parsePlansUrl } from './plans-url.ts';

/** The ID of the form that the billing cycle inputs belong to. */
export const PLAN_FORM_ID = 'plan';

/**
 * Renders two buttons for the Premium plan. One button upgrades with the chosen billing cycle, and the other manages
 * the subscription. The server renders both buttons for all readers, and the style sheet hides the one that does not
 * apply.
 */
export function PlanActionButton() {
  const [isLeaving, setIsLeaving] = useState(false);
  const isBusy = useIsOpeningCheckout() || isLeaving;
  const { search } = useLocation();
  const profile = useSubscriptionProfile();
  // While a payment is overdue, the reader does not have Premium. They must pay for the existing subscription instead
  // of buying a second one.
  const isPaymentOverdue =
    profile?.subscriptionTier === 'premium' && profile.subscriptionStatus === 'past_due';
  const canManage = isManageableStatus(profile?.subscriptionStatus ?? null);

  async function upgrade(form: HTMLFormElement) {
    const cycle = new FormData(form).get('cycle') as BillingCycle;
    const returnTo = createPlansUrl(parsePlansUrl(search).from, cycle);
    if (!readCurrentReader()) {
      promptSignIn({ action: 'upgrade', cycle, returnTo });
      return;
    }
    await startCheckout(cycle, returnTo);
  }

  async function manage() {
    setIsLeaving(true);
    await openCustomerPortal(openFetchedUrlInThisTab);
    setIsLeaving(false);
  }

  const renderManageButton = (variant: string) => (
    <button
      className={`btn btn-l ${variant} needs-js`}
      type="button"
      disabled={isBusy}
      onClick={() => void manage()}
    >
      {isBusy ? plansCopy.loading : plansCopy.manage}
    </button>
  );
  return (
    <>
      <form id={PLAN_FORM_ID} className="not-premium-only sold-only">
        {!canManage && (
          // If the upgrade button were a submit button, a click before hydration would reload the page.
          <button
            className="btn btn-l btn-red needs-js"
            type="button"
            disabled={isBusy}
            onClick={({ currentTarget }) => void upgrade(currentTarget.form!)}
          >
            {isBusy ? plansCopy.loading : 'Upgrade to Premium'}
          </button>
        )}
      </form>
      {canManage && <div className="not-premium-only">{renderManageButton('btn-red')}</div>}
      {isPaymentOverdue && (
        <p className={styles.owing} role="status">
          {plansCopy.pastDue}
        </p>
      )}
      <div className="premium-only">{renderManageButton('btn-line')}</div>
    </>
  );
}
