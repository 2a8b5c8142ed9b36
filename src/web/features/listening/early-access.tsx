import { SwitchRow } from '#ui/switch-row.tsx';
import { areDownloadsOn, keepDownloads, usePreference } from './preferences.ts';

/** What readers with early access may switch on before everybody has it. */
export function EarlyAccess() {
  const isOn = usePreference(areDownloadsOn);
  return (
    <SwitchRow name="Download narrations" isOn={isOn} onChange={keepDownloads}>
      The player gives you a narration as an MP3 file, for where there is no network.
    </SwitchRow>
  );
}
