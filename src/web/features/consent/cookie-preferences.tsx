import { type Purpose, REJECT_ALL } from '#domain/consent.ts';
import { formatDate } from '#web/lib/dates.ts';
import { type Consent, useConsent } from '#web/reader/consent.ts';
import { Link } from '#web/ui/link.tsx';
import styles from './cookie-preferences.module.css';
import { PurposeSwitches } from './purpose-switches.tsx';
import { saveChoices } from './save-choices.ts';

/** What is agreed to, and since when (spec 2, "Settings"). Each change is kept at once. */
export function CookiePreferences() {
  const consent = useConsent();

  function choose(purpose: Purpose, isOn: boolean) {
    saveChoices({ ...(consent?.choices ?? REJECT_ALL), [purpose]: isOn });
  }

  return (
    <>
      <div className="needs-js">
        <PurposeSwitches choices={consent?.choices} onChoose={choose} />
      </div>
      <p className={`needs-js ${styles.note}`}>
        <span>{consent && <Since {...consent} />}</span>
        <Link className="link reach" to="/privacy#cookies">
          About cookies
        </Link>
      </p>
      <noscript>
        <p className={styles.note}>
          Without JavaScript, Octavo sets no cookies but those of sign-in.
        </p>
      </noscript>
    </>
  );
}

function Since({ chosenAt, isSignalled }: Consent) {
  return (
    <>
      {chosenAt ? (
        <span key="chosen">
          Last updated <time dateTime={chosenAt}>{formatDate(chosenAt)}</time>.{' '}
        </span>
      ) : (
        !isSignalled && (
          <span key="unchosen">You have not chosen yet. Until you do, both are off. </span>
        )
      )}
      {isSignalled && (
        <span>
          Your browser sends the Global Privacy Control signal. It counts as a no to both, unless
          you choose otherwise here.{' '}
        </span>
      )}
    </>
  );
}
