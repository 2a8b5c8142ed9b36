import { SwitchRow } from '#ui/switch-row.tsx';
import { letterCopy as copy } from '#web/copy/letter.ts';
import styles from './letter-setting.module.css';
import { useLetterSetting } from './use-letter-setting.ts';

/**
 * The switch for the weekly email with new articles. Until the reader has opened the confirmation
 * link, a note says that an email with this link was sent.
 */
export function WeeklyLetterSetting() {
  const { email, setting, isOn, isPending, isError, refetch, switchLetter, sendAgain } =
    useLetterSetting();
  const status = isOn === false && setting?.status !== 'bounced' ? 'off' : setting?.status;
  return (
    <div className={styles.setting}>
      {isError && !setting ? (
        <>
          <p>{copy.loadFailed}</p>
          <button className="btn btn-line" type="button" onClick={() => refetch()}>
            {copy.tryAgain}
          </button>
        </>
      ) : (
        <SwitchRow name={copy.name} isOn={isOn} onChange={switchLetter}>
          {copy.text}
        </SwitchRow>
      )}
      <div className={styles.state} role="status">
        {status === 'pending' && <p>{copy.checkMail(email)}</p>}
        {status === 'on' && setting?.timeZone && (
          <p>{copy.timeZone(formatTimeZone(setting.timeZone))}</p>
        )}
        {status === 'bounced' && <p>{copy.bounced}</p>}
      </div>
      {status === 'pending' && (
        <button
          className="btn btn-line"
          type="button"
          aria-disabled={isPending}
          onClick={sendAgain}
        >
          {isPending ? copy.sendingAgain : copy.sendAgain}
        </button>
      )}
    </div>
  );
}

/** Formats a time zone as a place name: `America/New_York` becomes "New York". */
function formatTimeZone(timeZone: string): string {
  return timeZone.split('/').at(-1)!.replaceAll('_', ' ');
}
