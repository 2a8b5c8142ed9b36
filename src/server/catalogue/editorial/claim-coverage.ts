import type { ParsedText, Passage } from './passages.ts';

/** Digits, numbers in words from eleven up, and parts of a whole. */
const NUMBER =
  /\d|\b(?:eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|per cent|(?:two|three) (?:thirds|quarters|fifths))\b/iu;
/** Words that claim the whole world: each is sourced, or cut. */
const ABSOLUTE =
  /\b(?:nobody|no one|never|no other|the first|the only|earliest|oldest|largest|smallest|longest)\b/iu;
/** A persona that speaks of itself claims nothing about the world. */
const FIRST_PERSON = /(?:^|[\s“‘(])(?:I|I’\w+|me|my)\b/u;

/**
 * What an article says that no claim covers, in sentences without a full stop: a sentence of its paragraphs with a
 * number, a date or an absolute; a number above or between them that no claim has; and claims that cover nothing.
 */
export function findUncoveredStatements(reading: ParsedText): string[] {
  const { claims, passages } = reading;
  if (!claims) return ['it has no claims file (expected in claims/)'];
  const covers = claims.claims.flatMap((claim) => claim.covers.map(normalizeTypography));
  const claimTexts = normalizeTypography(
    claims.claims.map(({ claim, says, covers }) => [claim, says, ...covers].join(' ')).join(' '),
  );
  const everything = passages.map(({ text }) => normalizeTypography(text)).join('\n');
  return [
    ...covers
      .filter((passage) => !everything.includes(passage))
      .map((passage) => `a claim covers “${passage}”, which is not in the article`),
    ...passages.flatMap((passage) =>
      passage.kind === 'prose'
        ? findUncoveredSentences(passage, covers)
        : findUncoveredNumbers(passage, claimTexts),
    ),
  ];
}

function findUncoveredSentences({ sentences }: Passage, covers: string[]): string[] {
  return sentences
    .filter(
      (sentence) =>
        NUMBER.test(sentence) || (ABSOLUTE.test(sentence) && !FIRST_PERSON.test(sentence)),
    )
    .filter((sentence) => {
      const text = normalizeTypography(sentence);
      return !covers.some((passage) => text.includes(passage) || passage.includes(text));
    })
    .map((sentence) => `no claim covers “${truncate(sentence)}”`);
}

function findUncoveredNumbers({ kind, text }: Passage, claimTexts: string): string[] {
  return (text.match(/\d[\d,.]*\d|\d/g) ?? [])
    .filter((number) => !claimTexts.includes(number))
    .map((number) => `no claim contains the number ${number} from its ${kind}`);
}

/** The same characters for the same words, however they were typed. */
function normalizeTypography(text: string): string {
  return text.replaceAll(/[’‘]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/\s+/g, ' ').trim();
}

function truncate(text: string): string {
  return text.length > 90 ? `${text.slice(0, 89).trimEnd()}…` : text;
}
