import { useState } from 'react';
import { useLocation } from 'react-router';
import { isManageable } from '#domain/subscription.ts';
import type { BillingCycle } from '#domain/tiers.ts';
import { plansCopy } from '#web/copy/plans.ts';
import { useProfile } from '#web/reader/profile.ts';
import { promptSignIn } from '#web/reader/prompt.ts';
import { currentReader } from '#web/reader/session.ts';
import { navigateUntilReturn, openPortal, startCheckout, useIsOpeningCheckout } from './billing.ts';
import styles from './plan-action.module.css';
import { plansUrl, readPlansUrl } from './plans-url.ts';

/** The form the cycle's inputs belong to, wherever on the page they stand. */
export const PLAN_FORM = 'plan';

/**
 * What can be done about Premium: upgrade by the cycle that is chosen, where it is sold, or manage the subscription,
 * everywhere. A public page shows both until it is known who reads; the stylesheet hides the one that is not for them.
 */
export function PlanAction() {
  const [isLeaving, setIsLeaving] = useState(false);
  const isBusy = useIsOpeningCheckout() || isLeaving;
  const { search } = useLocation();
  const profile = useProfile();
  // One that is owed for gives nothing, and is no reason to buy another.
  const isOwing =
    profile?.subscriptionTier === 'premium' && profile.subscriptionStatus === 'past_due';
  const manages = isManageable(profile?.subscriptionStatus ?? null);

  async function upgrade(form: HTMLFormElement) {
    const cycle = new FormData(form).get('cycle') as BillingCycle;
    const returnTo = plansUrl(readPlansUrl(search).from, cycle);
    if (!currentReader()) {
      promptSignIn({ action: 'upgrade', cycle, returnTo });
      return;
    }
    await startCheckout(cycle, returnTo);
  }

  async function manage() {
    setIsLeaving(true);
    await openPortal(navigateUntilReturn);
    setIsLeaving(false);
  }

  const manageButton = (look: string) => (
    <button
      className={`btn btn-l ${look} needs-js`}
      type="button"
      disabled={isBusy}
      onClick={() => void manage()}
    >
      {isBusy ? plansCopy.loading : plansCopy.manage}
    </button>
  );
  return (
    <>
      <form id={PLAN_FORM} className="not-premium-only sold-only">
        {!manages && (
          // No submit button: pressed before the scripts are there, it would load the page anew.
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
      {manages && <div className="not-premium-only">{manageButton('btn-red')}</div>}
      {isOwing && (
        <p className={styles.owing} role="status">
          {plansCopy.pastDue}
        </p>
      )}
      <div className="premium-only">{manageButton('btn-line')}</div>
    </>
  );
}
