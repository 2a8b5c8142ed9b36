/** Reading speed in words per minute, for estimates of reading times (spec 1 and 9). */
export const READING_WORDS_PER_MINUTE = 238;

/**
 * Counts the words in a text that may contain HTML (spec 1). It removes tags without leaving a gap, so
 * `un<em>real</em>` is one word. It splits the remaining text at whitespace.
 */
export function countWords(html: string): number {
  return html
    .replace(/<[^<>]*>/g, '')
    .split(/\s+/)
    .filter(Boolean).length;
}

/** Returns the number of minutes needed to read all `texts`, rounded up. Returns 0 if the texts contain no words. */
export function estimateReadingMinutes(texts: readonly string[]): number {
  const words = texts.reduce((sum, text) => sum + countWords(text), 0);
  return Math.ceil(words / READING_WORDS_PER_MINUTE);
}

const NUMBER_WORDS = [
  ...['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'],
  ...['Eleven', 'Twelve'],
];

/**
 * Returns a phrase for the landing page about the typical reading time. `minutes` is `null` if the reading time is
 * unknown.
 */
export function formatReadingTimeSlogan(minutes: number | null): string {
  if (minutes === null) return 'A few minutes well spent';
  const numberWord = NUMBER_WORDS[minutes] ?? minutes.toLocaleString('en-US');
  return `${numberWord} ${minutes === 1 ? 'minute' : 'minutes'} well spent`;
}
