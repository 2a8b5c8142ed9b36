/** Formats seconds as minutes and seconds: 75 → "1:15". */
export function formatMinutesAndSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Formats seconds in words, for screen readers: 75 → "1 minute 15 seconds". */
export function spellDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;
  if (!minutes) return count(rest, 'second');
  return rest ? `${count(minutes, 'minute')} ${count(rest, 'second')}` : count(minutes, 'minute');
}
