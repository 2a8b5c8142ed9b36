/** Formats a duration in seconds with one unit, such as "6 seconds", "12 minutes" or "3.1 hours". */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return formatCount(Math.max(1, Math.round(seconds)), 'second');
  if (seconds < 90 * 60) return formatCount(Math.round(seconds / 60), 'minute');
  return formatCount(Math.round(seconds / 360) / 10, 'hour');
}

function formatCount(amount: number, unit: string): string {
  return `${amount.toLocaleString('en-US')} ${unit}${amount === 1 ? '' : 's'}`;
}
