import { z } from 'zod';

/**
 * A respelling of a word in plain letters, hyphens and apostrophes. Every speech engine can read it, and no
 * verbalization rule changes it.
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

/** The schema of `content/lexicon.yaml`, which maps words and phrases to their respelling. */
export const lexiconSchema = z
  .record(z.string().regex(/[\p{L}\d]/u), entrySchema, {
    error: ({ code }) =>
      code === 'invalid_key' ? 'a word or phrase has a letter or a figure' : undefined,
  })
  .nullable();

/** Respellings of words that a speech engine would mispronounce, prepared for lookup. */
export interface Lexicon {
  exact: ReadonlyMap<string, string>;
  /** Respellings that apply regardless of case, keyed by the word in lower case. */
  anyCase: ReadonlyMap<string, string>;
  /** Matches whole words and phrases of the lexicon, preferring longer ones. Undefined if the lexicon is empty. */
  written: RegExp | undefined;
}

export const EMPTY_LEXICON: Lexicon = buildLexicon(null);

/** Builds a lexicon from the entries of its file. */
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
 * Respells the words of the lexicon in a text. A capital first letter stays a capital, so that later rules recognize
 * names.
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
