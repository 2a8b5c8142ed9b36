/** Words a minute the estimate assumes (spec 1 and 9). */
export const READING_SPEED = 238;

/**
 * Words in a text that may hold HTML. Tags count as nothing, not as a gap: `un<em>real</em>` is one word
 * (spec 1: tags are removed, the rest is split on whitespace, empty pieces are ignored).
 */
export function countWords(html: string): number {
  return html
    .replace(/<[^<>]*>/g, '')
    .split(/\s+/)
    .filter(Boolean).length;
}

/** Minutes to read all of `texts`, rounded up: 0 when there is nothing to read. */
export function readingMinutes(texts: readonly string[]): number {
  const words = texts.reduce((sum, text) => sum + countWords(text), 0);
  return Math.ceil(words / READING_SPEED);
}

const NUMBERS = [
  ...['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'],
  ...['Eleven', 'Twelve'],
];

/** What reading an article is, in the words of the landing page; `null`: nobody knows how long one takes. */
export function formatTypicalReadingTime(minutes: number | null): string {
  if (minutes === null) return 'A few minutes well spent';
  const number = NUMBERS[minutes] ?? minutes.toLocaleString('en-US');
  return `${number} ${minutes === 1 ? 'minute' : 'minutes'} well spent`;
}
