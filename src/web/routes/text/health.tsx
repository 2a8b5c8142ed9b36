import { TickedLeaf } from '#ui/drawings.tsx';
import { Notice } from '#ui/notice.tsx';
import { healthCopy } from '#web/copy/health.ts';
import { usePage } from '#web/pages/use-page.ts';

/** Says that the server answers, and when what it answered with was last updated. */
export function Health() {
  const { timestamp } = usePage('health');
  return (
    <Notice drawing={<TickedLeaf />} title={healthCopy.title}>
      <p>
        {healthCopy.lastUpdated}
        <time dateTime={timestamp}>{formatMoment(timestamp)}</time>
      </p>
    </Notice>
  );
}

/**
 * A moment in UTC: "November 20, 2026, 05:34:12 UTC". The clock is read off the ISO form, because browsers
 * and servers punctuate en-US times differently and the two must render the same.
 */
function formatMoment(timestamp: string): string {
  const moment = new Date(timestamp);
  const date = moment.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return `${date}, ${moment.toISOString().slice(11, 19)} UTC`;
}
