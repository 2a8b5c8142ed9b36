import { signInPagePath } from '#domain/sign-in.ts';
import { Link } from '#ui/link.tsx';
import { ROW_LINK_CLASS, RowText } from '#ui/row-text.tsx';
import { PageTitle } from '#ui/text-page/page-title.tsx';
import { PageSection } from '#ui/text-page/section.tsx';
import { historyCopy } from '#web/copy/history.ts';
import { letterCopy } from '#web/copy/letter.ts';
import { settingsCopy } from '#web/copy/settings.ts';
import { shortcutsCopy } from '#web/copy/shortcuts.ts';
import { DeviceList } from '#web/features/account/device-list.tsx';
import { ReaderIdentity } from '#web/features/account/reader-identity.tsx';
import { ReadingSettingsSection } from '#web/features/appearance/reading-settings-section.tsx';
import { ThemeChoice } from '#web/features/appearance/theme-choice.tsx';
import { CookiePreferences } from '#web/features/consent/cookie-preferences.tsx';
import { HistorySetting } from '#web/features/history/history-setting.tsx';
import { WeeklyLetterSetting } from '#web/features/letter/letter-setting.tsx';
import { Mp3DownloadSwitch } from '#web/features/listening/mp3-download-switch.tsx';
import { NarratorSetting } from '#web/features/listening/narrator-setting.tsx';
import { SubscriptionCard } from '#web/features/premium/subscription-card.tsx';
import { LazyWaitingActionsNote } from '#web/features/profile/lazy-waiting-actions-note.tsx';
import { KeyboardShortcutSetting } from '#web/features/shortcuts/keyboard-shortcut-setting.tsx';
import { LazyDialogButton } from '#web/lib/lazy-dialog-button.tsx';
import { useScreenProps } from '#web/pages/use-screen-props.ts';
import styles from './settings.module.css';

const { account, plans, data, podcast } = settingsCopy;

const loadDeleteAccountDialog = () =>
  import('#web/features/account/delete-account-dialog.tsx').then(
    (chunk) => chunk.DeleteAccountDialog,
  );
const loadPrivatePodcastDialog = () =>
  import('#web/features/share/private-podcast-dialog.tsx').then(
    (chunk) => chunk.PrivatePodcastDialog,
  );

/**
 * Shows the settings page. Its HTML is the same for all visitors. The sections for signed-in readers are hidden from
 * other visitors. After hydration, these sections show the reader's data.
 */
export function SettingsScreen() {
  const { offersLetter } = useScreenProps('settings');
  return (
    <div className="wrap">
      <PageTitle title={settingsCopy.title} />
      <PageSection title={account.title}>
        <div className={`signed-in-only ${styles.account}`}>
          <ReaderIdentity />
          <Link className={SETTING_CLASS} to="/profile">
            <RowText title={account.profile.title}>{account.profile.text}</RowText>
          </Link>
        </div>
        <Link className={`signed-out-only ${SETTING_CLASS}`} to={signInPagePath('/settings')}>
          <RowText title={account.signIn.title}>{account.signIn.text}</RowText>
        </Link>
      </PageSection>
      <div className="signed-in-only sold-only">
        <PageSection title={settingsCopy.subscription}>
          <SubscriptionCard />
        </PageSection>
      </div>
      <PageSection title={settingsCopy.appearance}>
        <ThemeChoice />
        <ReadingSettingsSection />
      </PageSection>
      <div className="needs-js">
        <PageSection title={shortcutsCopy.title} id="shortcuts">
          <KeyboardShortcutSetting />
        </PageSection>
      </div>
      <div className="signed-in-only needs-js">
        <PageSection title={historyCopy.switch.title} id="history">
          <HistorySetting />
        </PageSection>
      </div>
      {offersLetter && (
        <div className="signed-in-only needs-js">
          <PageSection title={letterCopy.title} id="letter">
            <WeeklyLetterSetting />
          </PageSection>
        </div>
      )}
      <PageSection title={settingsCopy.narrator}>
        <NarratorSetting />
      </PageSection>
      <div className="premium-only needs-js">
        <PageSection title={podcast.title} id="podcast">
          <LazyDialogButton load={loadPrivatePodcastDialog} className={SETTING_CLASS}>
            <RowText title={podcast.open}>{podcast.text}</RowText>
          </LazyDialogButton>
        </PageSection>
        <PageSection title={settingsCopy.earlyAccess}>
          <Mp3DownloadSwitch />
        </PageSection>
      </div>
      <PageSection title={settingsCopy.cookies.title} id="cookies">
        <CookiePreferences />
      </PageSection>
      <PageSection title={plans.title}>
        <Link className={SETTING_CLASS} to="/plans">
          <RowText title={plans.compare.title}>{plans.compare.text}</RowText>
        </Link>
      </PageSection>
      <div className="signed-in-only">
        <PageSection title={settingsCopy.devices.title}>
          <DeviceList />
        </PageSection>
        <PageSection title={data.title}>
          <a className={SETTING_CLASS} href="/api/v1/user/data" download>
            <RowText title={data.download.title} mark={<DownloadIcon />}>
              {data.download.text}
            </RowText>
          </a>
          <LazyDialogButton load={loadDeleteAccountDialog} className={SETTING_CLASS}>
            <RowText title={data.deletion.title}>{data.deletion.text}</RowText>
          </LazyDialogButton>
        </PageSection>
      </div>
      <div className={styles.waiting}>
        <LazyWaitingActionsNote text="lostAtSignOut" />
      </div>
      <footer className={styles.foot}>
        {/* The browser loads this URL from the server, because the server must end the session. */}
        <a className={`signed-in-only ${styles.signOut}`} href="/auth/signout">
          {settingsCopy.signOut}
        </a>
        <p>{settingsCopy.version}</p>
      </footer>
    </div>
  );
}

/** CSS class for a bordered row in a settings section. */
const SETTING_CLASS = `${ROW_LINK_CLASS} ${styles.row}`;

function DownloadIcon() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 3v12M7 10.5l5 5 5-5M4 20.5h16" />
    </svg>
  );
}
