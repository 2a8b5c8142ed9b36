import { FinishedListDrawing } from '#ui/drawings.tsx';
import { MessageScreen } from '#ui/message-screen.tsx';
import { healthCopy } from '#web/copy/health.ts';
import { useScreenProps } from '#web/pages/use-screen-props.ts';

/** Shows the health page, which proves that the server responds and says when the server rendered the page. */
export function HealthScreen() {
  const { timestamp } = useScreenProps('health');
  return (
    <MessageScreen drawing={<FinishedListDrawing />} title={healthCopy.title}>
      <p>
        {healthCopy.lastUpdated}
        <time dateTime={timestamp}>{formatMoment(timestamp)}</time>
      </p>
    </MessageScreen>
  );
}

/**
 * Formats a time as "November 20, 2026, 05:34:12 UTC". Takes the time of day from the ISO string, because browsers and
 * servers format it differently, but both must render the same text.
 */
function formatMoment(timestamp: string): string {
  const moment = new Date(timestamp);
  const date = moment.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return `${date}, ${moment.toISOString().slice(11, 19)} UTC`;
}
