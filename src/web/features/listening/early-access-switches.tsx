import { SwitchRow } from '#ui/switch-row.tsx';
import { areDownloadsOn, storeDownloadsPreference, usePreference } from './preferences.ts';

/** The switches on the settings page for features that only readers with early access can use. */
export function EarlyAccessSwitches() {
  const isOn = usePreference(areDownloadsOn);
  return (
    <SwitchRow name="Narrations as files" isOn={isOn} onChange={storeDownloadsPreference}>
      The player gives you a narration as an MP3 file, for other devices and apps.
    </SwitchRow>
  );
}
