import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import {
  ANNUAL_BADGE,
  ANNUAL_PRICE_PER_MONTH,
  formatPrice,
  PREMIUM_PRICES,
  type Tier,
} from '#domain/tiers.ts';
import { perksOf } from '#web/features/premium/perks.ts';
import { PLAN_FORM, PlanAction } from '#web/features/premium/plan-action.tsx';
import { readPlansAddress } from '#web/features/premium/plans-address.ts';
import { Icon } from '#web/ui/icons.tsx';
import { Link } from '#web/ui/link.tsx';
import styles from './plans.module.css';

/**
 * What Free and Premium give, and what Premium costs by month and by year. The toggle is two native radio
 * inputs that the stylesheet reads, so it works before, and without, JavaScript.
 */
export function Plans() {
  const annual = useRef<HTMLInputElement>(null);
  const { search } = useLocation();
  // Not before: the page that the server keeps for everybody knows nothing of it.
  const [from, setFrom] = useState<string>();
  useEffect(() => {
    const address = readPlansAddress(search);
    if (address.cycle === 'annual') annual.current!.checked = true;
    setFrom(address.from);
  }, [search]);
  return (
    <div className={`wrap ${styles.plans}`}>
      <header className={styles.head}>
        <div>
          <h1 className="title">
            <span>Reading is free.</span> <span>Listening is extra.</span>
          </h1>
          <p>
            Every article on Octavo is open to everyone, and so is how its narration begins. Premium
            reads it to you to the end, and has room for all you want to keep.
          </p>
        </div>
        <fieldset className={styles.cycle}>
          <legend className="vh">Billing cycle</legend>
          <label>
            <input form={PLAN_FORM} type="radio" name="cycle" value="monthly" defaultChecked />
            <span>Monthly</span>
          </label>
          <label>
            <input
              form={PLAN_FORM}
              type="radio"
              name="cycle"
              value="annual"
              className={styles.chooseAnnual}
              ref={annual}
            />
            <span>
              Annual <em>{ANNUAL_BADGE}</em>
            </span>
          </label>
        </fieldset>
      </header>

      <div className={styles.offer}>
        <section className={`${styles.tier} ${styles.premium}`} aria-labelledby="premium">
          <h2 id="premium">Premium</h2>
          <div className={styles.cost} aria-live="polite">
            <div className={styles.monthly}>
              <p className={styles.tag}>Most Popular</p>
              <p className={styles.price}>
                <b>{formatPrice(PREMIUM_PRICES.monthly)}</b> per month
              </p>
              <p className={styles.terms}>Billed monthly. Cancel any time.</p>
            </div>
            <div className={styles.annual}>
              <p className={styles.tag}>{ANNUAL_BADGE}</p>
              <p className={styles.price}>
                <b>{formatPrice(PREMIUM_PRICES.annual)}</b> per year
              </p>
              <p className={styles.terms}>
                About {formatPrice(ANNUAL_PRICE_PER_MONTH)} per month. Cancel any time.
              </p>
            </div>
          </div>
          <PlanAction />
          <p className={`unsold-only ${styles.soon}`}>It cannot be bought at the moment.</p>
          <Perks of="premium" />
        </section>

        <section className={styles.tier} aria-labelledby="free">
          <h2 id="free">Free</h2>
          <div className={styles.cost}>
            <p className={styles.price}>
              <b>$0</b>
            </p>
            <p className={styles.terms}>No card needed.</p>
          </div>
          <Link className="btn btn-line btn-l" to="/articles">
            Start reading
          </Link>
          <Perks of="free" />
        </section>

        <aside className={styles.notes} aria-labelledby="good-to-know">
          <h2 id="good-to-know">Good to know</h2>
          <dl>
            {NOTES.map(({ term, note }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{note}</dd>
              </div>
            ))}
          </dl>
          {from && (
            <p>
              <Link className="link" to={from}>
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

function Perks({ of }: { of: Tier }) {
  return (
    <ul className={styles.perks}>
      {perksOf(of).map(({ text, isGiven }) => (
        <li key={text} className={isGiven ? undefined : styles.lacking}>
          {isGiven ? <Icon name="check" /> : <i aria-hidden="true" />}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** Rules of the subscription (spec 4), for whoever weighs it. */
const NOTES = [
  {
    term: 'Advertising',
    note: 'Articles on Free carry a few ads: our own, or a network’s if you agree to its cookies. Premium has none.',
  },
  {
    term: 'Listening',
    note: 'Every article is read aloud by synthetic voices, American and British, female and male. Everyone can hear how it begins, 30 seconds at most. The whole comes with Premium.',
  },
  {
    term: 'Changing your mind',
    note: 'Upgrade whenever you like. If you cancel, Premium lasts until the end of the period you have paid for.',
  },
  {
    term: 'Going back to Free',
    note: 'The bookmarks you have are kept. You can add new ones once you are below the free limit.',
  },
  { term: 'Prices', note: 'In US dollars.' },
] as const;
