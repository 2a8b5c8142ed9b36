import { ALL_REJECTED_CHOICES, type CookiePurpose } from '#domain/consent.ts';
import { Link } from '#ui/link.tsx';
import { settingsCopy } from '#web/copy/settings.ts';
import { formatUtcDate } from '#web/lib/dates.ts';
import { type CurrentConsent, useConsent } from '#web/reader/consent.ts';
import styles from './cookie-preferences.module.css';
import { PurposeSwitches } from './purpose-switches.tsx';
import { saveConsentAndShowToast } from './save-consent-and-show-toast.ts';

const copy = settingsCopy.cookies;

/**
 * Switches for the reader's cookie choices, and the date of the last choice (spec 2, "Settings"). Each change is saved
 * immediately.
 */
export function CookiePreferences() {
  const consent = useConsent();

  function choose(purpose: CookiePurpose, isOn: boolean) {
    saveConsentAndShowToast({ ...(consent?.choices ?? ALL_REJECTED_CHOICES), [purpose]: isOn });
  }

  return (
    <>
      <div className="needs-js">
        <PurposeSwitches choices={consent?.choices} onChoose={choose} />
      </div>
      <p className={`needs-js ${styles.note}`}>
        <span>{consent && <ConsentDate {...consent} />}</span>
        <Link className="link reach" to="/privacy#cookies">
          {copy.about}
        </Link>
      </p>
      <noscript>
        <p className={styles.note}>{copy.withoutScript}</p>
      </noscript>
    </>
  );
}

function ConsentDate({ chosenAt, hasGlobalPrivacyControl }: CurrentConsent) {
  return (
    <>
      {chosenAt ? (
        <span key="chosen">
          {copy.lastUpdated} <time dateTime={chosenAt}>{formatUtcDate(chosenAt)}</time>.{' '}
        </span>
      ) : (
        !hasGlobalPrivacyControl && <span key="unchosen">{`${copy.notChosen} `}</span>
      )}
      {hasGlobalPrivacyControl && <span>{`${copy.signalled} `}</span>}
    </>
  );
}
