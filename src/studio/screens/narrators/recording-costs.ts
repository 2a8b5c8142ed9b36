import type { NarratorsReport } from '#domain/studio/narrators.ts';
import { copy } from '../../copy.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatDuration } from './format-duration.ts';

const words = copy.narrators;

/** Length of a typical article in seconds, until the narrators have recorded one. */
const TYPICAL_ARTICLE_SECONDS = 330;
/** Number of characters that a speech service charges for a typical article. */
const CHARACTERS_PER_ARTICLE = 6000;
/** Bytes of a second of audio, at 48 kbit/s. */
const BYTES_PER_SECOND = 6000;

/** Returns the length of an article in seconds: the average of those that are recorded. */
function estimateArticleSeconds({ narrators }: Pick<NarratorsReport, 'narrators'>): number {
  const recorded = narrators.reduce((sum, each) => sum + each.recorded, 0);
  const seconds = narrators.reduce((sum, each) => sum + each.seconds, 0);
  return recorded ? seconds / recorded : TYPICAL_ARTICLE_SECONDS;
}

/** Returns the time that a recording process needs for recordings, or `undefined` if its speed is unknown. */
export function describeRecordingTime(
  report: NarratorsReport,
  recordings: number,
): string | undefined {
  const { speed } = report;
  return speed ? formatDuration((recordings * estimateArticleSeconds(report)) / speed) : undefined;
}

/** Describes what recordings cost: time, disk space, and what a speech service charges. */
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
