import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import {
  ANNUAL_PRICE_PER_MONTH_IN_CENTS,
  ANNUAL_SAVING_BADGE,
  formatPrice,
  PREMIUM_PRICES_IN_CENTS,
} from '#domain/tiers.ts';
import { Link } from '#ui/link.tsx';
import { plansCopy } from '#web/copy/plans.ts';
import { VoiceSampleButtons } from '#web/features/listening/voice-sample-buttons.tsx';
import { PLAN_FORM_ID, PlanActionButton } from '#web/features/premium/plan-action-button.tsx';
import { PlanFeatures } from '#web/features/premium/plan-features.tsx';
import { parsePlansUrl } from '#web/features/premium/plans-url.ts';
import styles from './plans.module.css';

/**
 * Shows the plans page: the features of Free and Premium, and the prices. The toggle between monthly and annual prices
 * consists of two radio buttons. Style sheets read their state, so the toggle works before hydration and without
 * scripts.
 */
export function PlansScreen() {
  const annualInput = useRef<HTMLInputElement>(null);
  const { search } = useLocation();
  // The query is read after hydration, because the server caches one page for all queries.
  const [returnPath, setReturnPath] = useState<string>();
  useEffect(() => {
    const parameters = parsePlansUrl(search);
    if (parameters.cycle === 'annual') annualInput.current!.checked = true;
    setReturnPath(parameters.from);
  }, [search]);
  return (
    <div className={`wrap ${styles.plans}`}>
      <header className={styles.head}>
        <div>
          <h1 className="title">
            <span>{plansCopy.title[0]}</span> <span>{plansCopy.title[1]}</span>
          </h1>
          <p>{plansCopy.lead}</p>
        </div>
        <fieldset className={styles.cycle}>
          <legend className="vh">{plansCopy.billingCycle}</legend>
          <label>
            <input form={PLAN_FORM_ID} type="radio" name="cycle" value="monthly" defaultChecked />
            <span>Monthly</span>
          </label>
          <label>
            <input
              form={PLAN_FORM_ID}
              type="radio"
              name="cycle"
              value="annual"
              className={styles.chooseAnnual}
              ref={annualInput}
            />
            <span>
              Annual <em>{ANNUAL_SAVING_BADGE}</em>
            </span>
          </label>
        </fieldset>
      </header>

      <div className={styles.offer}>
        <section className={`${styles.tier} ${styles.premium}`} aria-labelledby="premium">
          <h2 id="premium">Premium</h2>
          <p className={`premium-only ${styles.tag}`}>{plansCopy.yourPlan}</p>
          <div className={styles.cost} aria-live="polite">
            <div className={styles.monthly}>
              <p className={`not-premium-only ${styles.tag}`}>Most Popular</p>
              <p className={styles.price}>
                <b>{formatPrice(PREMIUM_PRICES_IN_CENTS.monthly)}</b> per month
              </p>
              <p className={styles.terms}>{plansCopy.monthlyTerms}</p>
            </div>
            <div className={styles.annual}>
              <p className={`not-premium-only ${styles.tag}`}>{ANNUAL_SAVING_BADGE}</p>
              <p className={styles.price}>
                <b>{formatPrice(PREMIUM_PRICES_IN_CENTS.annual)}</b> per year
              </p>
              <p className={styles.terms}>
                {plansCopy.annualTerms(formatPrice(ANNUAL_PRICE_PER_MONTH_IN_CENTS))}
              </p>
            </div>
          </div>
          <PlanActionButton />
          <p className={`unsold-only ${styles.soon}`}>{plansCopy.notSold}</p>
          <PlanFeatures of="premium" className={styles.perks} lacking={styles.lacking} />
        </section>

        <section className={styles.tier} aria-labelledby="free">
          <h2 id="free">Free</h2>
          <div className={styles.cost}>
            <p className={styles.price}>
              <b>$0</b>
            </p>
            <p className={styles.terms}>{plansCopy.noCard}</p>
          </div>
          <Link className="btn btn-line btn-l" to="/articles">
            {plansCopy.startReading}
          </Link>
          <PlanFeatures of="free" className={styles.perks} lacking={styles.lacking} />
        </section>

        <VoiceSampleButtons className={styles.hear} />

        <aside className={styles.notes} id="opening-end" aria-labelledby="good-to-know">
          <h2 id="good-to-know">Good to know</h2>
          <dl>
            {NOTES.map(({ term, note }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{note}</dd>
              </div>
            ))}
          </dl>
          {returnPath && (
            <p>
              <Link className="link" to={returnPath}>
                Back to where you were
              </Link>
            </p>
          )}
          <p>
            More in the{' '}
            <Link className="link" to="/faq">
              FAQ
            </Link>
            , or{' '}
            <Link className="link" to="/contact">
              write to us
            </Link>
            .
          </p>
        </aside>
      </div>
    </div>
  );
}

/** The rules for subscriptions (spec 4). */
const NOTES = [
  {
    term: 'Advertising',
    note: 'Articles on Free carry a few ads: ours, or a network’s if you agree to its cookies. Premium has none.',
  },
  {
    term: 'Listening',
    note: 'Synthetic voices read every article aloud. Everyone can hear the first 30 seconds; Premium plays the whole article.',
  },
  {
    term: 'Changing your mind',
    note: 'Upgrade anytime. If you cancel, you keep Premium until the end of the period you’ve paid for.',
  },
  {
    term: 'Going back to Free',
    note: 'You keep the bookmarks you have. You can add new ones once you’re below the free limit.',
  },
  { term: 'Prices', note: 'In US dollars.' },
] as const;
