import type { NarratorsReport } from '#domain/studio/narrators.ts';
import { copy } from '../../copy.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatDuration } from './format-duration.ts';

const words = copy.narrators;

/** Assumed length of a recording in seconds, used until the first recording exists. */
const TYPICAL_ARTICLE_SECONDS = 330;
/** Number of characters that a speech service bills for a typical article. */
const CHARACTERS_PER_ARTICLE = 6000;
/** Number of bytes per second of audio, at 48 kbit/s. */
const BYTES_PER_SECOND = 6000;

/** Returns the average length of the recordings in seconds, or an assumed length if there are no recordings. */
function estimateArticleSeconds({ narrators }: Pick<NarratorsReport, 'narrators'>): number {
  const recorded = narrators.reduce((sum, each) => sum + each.recorded, 0);
  const seconds = narrators.reduce((sum, each) => sum + each.seconds, 0);
  return recorded ? seconds / recorded : TYPICAL_ARTICLE_SECONDS;
}

/**
 * Describes how long it takes to record the given number of articles. Returns `undefined` if the recording speed is
 * unknown.
 */
export function describeRecordingTime(
  report: NarratorsReport,
  recordings: number,
): string | undefined {
  const { speed } = report;
  return speed ? formatDuration((recordings * estimateArticleSeconds(report)) / speed) : undefined;
}

/** Describes the costs of recording the given number of articles: time, disk space and the speech service's charges. */
export function describeRecordingCosts(report: NarratorsReport, recordings: number): string {
  const time = describeRecordingTime(report, recordings);
  const bytes = recordings * estimateArticleSeconds(report) * BYTES_PER_SECOND;
  return [
    time && words.timeCost(time),
    words.spaceCost(formatBytes(bytes)),
    report.service && describeCharges(report.service, recordings * CHARACTERS_PER_ARTICLE),
  ]
    .filter(Boolean)
    .join(words.and);
}

function describeCharges(
  { price }: NonNullable<NarratorsReport['service']>,
  characters: number,
): string {
  const count = words.characters(characters.toLocaleString('en-US'));
  return price
    ? words.charges(count, formatDollarsAndCents((characters * price) / 1_000_000))
    : count;
}

export function formatDollarsAndCents(amount: number): string {
  return amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}
