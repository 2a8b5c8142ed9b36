/** Formats seconds as minutes and seconds: 75 → "1:15". */
export function formatMinutesAndSeconds(seconds: number): string {
  const totalSeconds = Math.max(0, Math.round(seconds));
  return `${Math.floor(totalSeconds / 60)}:${String(totalSeconds % 60).padStart(2, '0')}`;
}

/** Formats seconds in words, for screen readers: 75 → "1 minute 15 seconds". */
export function spellDuration(seconds: number): string {
  const totalSeconds = Math.max(0, Math.round(seconds));
  const [minutes, remainder] = [Math.floor(totalSeconds / 60), totalSeconds % 60];
  const formatCount = (number: number, unit: string) =>
    `${number} ${unit}${number === 1 ? '' : 's'}`;
  if (!minutes) return formatCount(remainder, 'second');
  return remainder
    ? `${formatCount(minutes, 'minute')} ${formatCount(remainder, 'second')}`
    : formatCount(minutes, 'minute');
}
