import { TIER_LIMITS } from '#domain/tiers.ts';
import { useReader } from '#web/reader/session.ts';
import type { Listening } from './listening.ts';
import { areDownloadsOn, usePreference } from './preferences.ts';

/** The narration on show as a file, for readers who have asked for it early; there is none before all of it is made. */
export function DownloadLink({ listening: { article, narration } }: { listening: Listening }) {
  const tier = useReader()?.tier ?? 'free';
  const isOn = usePreference(areDownloadsOn);
  if (!isOn || !TIER_LIMITS[tier].earlyAccess || narration?.extent !== 'whole') return null;
  return (
    <a className="btn btn-line" href={narration.source} download={`${article.title}.mp3`}>
      Download this narration
    </a>
  );
}
