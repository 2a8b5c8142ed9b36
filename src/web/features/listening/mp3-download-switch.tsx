import { SwitchRow } from '#ui/switch-row.tsx';
import {
  isMp3DownloadOn,
  storeMp3DownloadPreference,
  useListeningPreference,
} from './preferences.ts';

/**
 * The switch on the settings page that offers narrations as MP3 files. Only readers with early access can use this
 * feature.
 */
export function Mp3DownloadSwitch() {
  const isOn = useListeningPreference(isMp3DownloadOn);
  return (
    <SwitchRow name="Narrations as files" isOn={isOn} onChange={storeMp3DownloadPreference}>
      The player gives you a narration as an MP3 file, for other devices and apps.
    </SwitchRow>
  );
}
