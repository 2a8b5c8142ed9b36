/** Returns the UTC day of a time, as YYYY-MM-DD. */
export function toUtcDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Returns the number of whole seconds, at least one, until the next UTC day begins. */
export function calculateSecondsUntilNextUtcDay(time: Date): number {
  const nextDay = new Date(time).setUTCHours(24, 0, 0, 0);
  return Math.ceil((nextDay - time.getTime()) / 1000);
}
