import { TIER_BENEFITS } from '#domain/tiers.ts';
import { useReader } from '#web/reader/session.ts';
import type { PlaybackSession } from './player-state.ts';
import { isMp3DownloadOn, useListeningPreference } from './preferences.ts';

/**
 * A link that saves the full recording as an MP3 file. It is shown to readers who have switched on this early-access
 * feature.
 */
export function Mp3DownloadLink({ session: { article, narration } }: { session: PlaybackSession }) {
  const tier = useReader()?.tier ?? 'free';
  const isOn = useListeningPreference(isMp3DownloadOn);
  if (!isOn || !TIER_BENEFITS[tier].earlyAccess || narration?.extent !== 'full') return null;
  return (
    <a className="btn btn-line" href={narration.source} download={`${article.title}.mp3`}>
      Save as an MP3 file
    </a>
  );
}
