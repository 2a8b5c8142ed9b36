import { z } from 'zod';

/** Letters and what holds them together: what every engine reads, and no rule changes again. */
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

/** What `content/lexicon.yaml` says: a word or phrase as written, and how it is said. */
export const lexiconSchema = z
  .record(z.string().regex(/[\p{L}\d]/u), entrySchema, {
    error: ({ code }) =>
      code === 'invalid_key' ? 'a word or phrase has a letter or a figure' : undefined,
  })
  .nullable();

/** Pronunciations that an engine would not guess. */
export interface Lexicon {
  exact: ReadonlyMap<string, string>;
  /** By the word in lower case. */
  anyCase: ReadonlyMap<string, string>;
  /** Every word and phrase, whole, the longest first; nothing when there is none. */
  written: RegExp | undefined;
}

export const EMPTY_LEXICON: Lexicon = buildLexicon(null);

/** A lexicon ready to be looked up. */
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

/** `text` with the lexicon's words respelled; a capital stays one, so that a name is still seen to be one. */
export function respellWords(text: string, { exact, anyCase, written }: Lexicon): string {
  if (!written) return text;
  return text.replace(written, (word) => {
    const said = exact.get(word) ?? anyCase.get(word.toLowerCase());
    if (said === undefined) return word;
    return /^\p{Lu}/u.test(word) ? said.charAt(0).toUpperCase() + said.slice(1) : said;
  });
}
