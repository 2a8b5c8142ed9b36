import { z } from 'zod';

/**
 * The schema for a respelling, which shows a speech engine how to pronounce a word. A respelling consists of English
 * letters, spaces, hyphens and apostrophes. Every speech engine can read it, and text normalization does not change it.
 */
const respellingSchema = z
  .string()
  .regex(
    /^[A-Za-z]+(?:[ '-][A-Za-z]+)*$/,
    'a respelling is plain English letters, with single spaces, hyphens or apostrophes between them',
  );

const entrySchema = z.union(
  [respellingSchema, z.strictObject({ say: respellingSchema, anyCase: z.literal(true) })],
  { error: 'a respelling in plain English letters, or { say: such a respelling, anyCase: true }' },
);

/** The schema of `content/lexicon.yaml`, which maps words and phrases to respellings for speech engines. */
export const lexiconSchema = z
  .record(z.string().regex(/[\p{L}\d]/u), entrySchema, {
    error: ({ code }) =>
      code === 'invalid_key' ? 'a word or phrase has a letter or a figure' : undefined,
  })
  .nullable();

/** Respellings of words that speech engines would mispronounce, in a form that is fast to look up. */
export interface Lexicon {
  exact: ReadonlyMap<string, string>;
  /** Respellings that apply regardless of case, keyed by the word in lower case. */
  anyCase: ReadonlyMap<string, string>;
  /** Matches each word and phrase in the lexicon. Prefers longer phrases. Undefined if the lexicon is empty. */
  written: RegExp | undefined;
}

export const EMPTY_LEXICON: Lexicon = buildLexicon(null);

/** Builds a lexicon from the entries of `content/lexicon.yaml`. */
export function buildLexicon(entries: z.output<typeof lexiconSchema>): Lexicon {
  const exact = new Map<string, string>();
  const anyCase = new Map<string, string>();
  for (const [word, entry] of Object.entries(entries ?? {})) {
    const written = word.normalize('NFC').replaceAll('’', "'");
    if (typeof entry === 'string') exact.set(written, entry);
    else anyCase.set(written.toLowerCase(), entry.say);
  }
  const words = [...exact.keys(), ...anyCase.keys()].sort(
    (one, other) => other.length - one.length,
  );
  const written = words
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
    .join('|');
  return {
    exact,
    anyCase,
    written: words.length
      ? new RegExp(String.raw`(?<![\p{L}\d])(?:${written})(?![\p{L}\d])`, 'giu')
      : undefined,
  };
}

/**
 * Replaces the lexicon's words in a text with their respellings. Keeps a capital first letter, because text
 * normalization uses it to recognize names.
 */
export function respellWords(text: string, { exact, anyCase, written }: Lexicon): string {
  if (!written) return text;
  return text.replace(written, (word) => {
    const respelling = exact.get(word) ?? anyCase.get(word.toLowerCase());
    if (respelling === undefined) return word;
    return /^\p{Lu}/u.test(word)
      ? respelling.charAt(0).toUpperCase() + respelling.slice(1)
      : respelling;
  });
}
