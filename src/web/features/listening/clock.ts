/** Minutes and seconds, as a player shows them: 75 → "1:15". */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The same in words, for who hears it: 75 → "1 minute 15 seconds". */
export function inWords(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  const count = (of: number, unit: string) => `${of} ${unit}${of === 1 ? '' : 's'}`;
  if (!minutes) return count(rest, 'second');
  return rest ? `${count(minutes, 'minute')} ${count(rest, 'second')}` : count(minutes, 'minute');
}
