/** Returns the UTC day of a time, as YYYY-MM-DD. */
export function toUtcDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}
