import type { ParsedText, Passage } from './passages.ts';

/** Digits, number words from eleven up, and fractions. */
const NUMBER =
  /\d|\b(?:eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|per cent|(?:two|three) (?:thirds|quarters|fifths))\b/iu;
/** Words that claim something about the whole world. Such a sentence needs a source. */
const ABSOLUTE =
  /\b(?:nobody|no one|never|no other|the first|the only|earliest|oldest|largest|smallest|longest)\b/iu;
/** A persona that writes about itself claims nothing about the world. */
const FIRST_PERSON = /(?:^|[\s“‘(])(?:I|I’\w+|me|my)\b/u;

/**
 * Lists what no claim covers, each as a sentence without a full stop: sentences of paragraphs with a number, a date or
 * an absolute; numbers in headings, takeaways and summaries; and claims that match no passage.
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

/** Replaces typographic variants, so that equal words compare as equal. */
function normalizeTypography(text: string): string {
  return text.replaceAll(/[’‘]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/\s+/g, ' ').trim();
}

function truncate(text: string): string {
  return text.length > 90 ? `${text.slice(0, 89).trimEnd()}…` : text;
}
