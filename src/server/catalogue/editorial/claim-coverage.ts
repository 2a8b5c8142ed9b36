import type { Passage, SplitArticle } from './passages.ts';

/** Matches digits, fractions, and numbers above ten that are written as words. */
const NUMBER =
  /\d|\b(?:eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|billions?|dozens?|per cent|(?:two|three) (?:thirds|quarters|fifths))\b/iu;
/**
 * Matches words such as "never" or "the first". A sentence with such a word is an absolute statement and needs a
 * source.
 */
const ABSOLUTE =
  /\b(?:nobody|no one|never|no other|the first|the only|earliest|oldest|largest|smallest|longest)\b/iu;
/** Matches first-person pronouns. An absolute statement that authors make about themselves needs no source. */
const FIRST_PERSON = /(?:^|[\s“‘(])(?:I|I’\w+|me|my)\b/u;

/**
 * Compares an article with its claims file, which lists the article's factual statements and their sources. Returns a
 * problem for each statement that no claim covers. In paragraphs, a statement is a sentence that contains a number, a
 * date or an absolute word such as "never". In all other passages, such as the title, headings and summary, only a
 * number counts as a statement.
 *
 * Also returns a problem for each passage that a claim lists as covered but that does not occur in the article. Each
 * problem is a sentence without a final period.
 */
export function listClaimCoverageProblems(article: SplitArticle): string[] {
  const { claims, passages } = article;
  if (!claims) return ['it has no claims file (expected in claims/)'];
  const coveredPassages = claims.claims.flatMap((claim) => claim.covers.map(normalizeTypography));
  const claimTexts = normalizeTypography(
    claims.claims.map(({ claim, says, covers }) => [claim, says, ...covers].join(' ')).join(' '),
  );
  const articleText = passages.map(({ text }) => normalizeTypography(text)).join('\n');
  return [
    ...coveredPassages
      .filter((passage) => !articleText.includes(passage))
      .map((passage) => `a claim covers “${passage}”, which is not in the article`),
    ...passages.flatMap((passage) =>
      passage.kind === 'prose'
        ? findUncoveredSentences(passage, coveredPassages)
        : findUncoveredNumbers(passage, claimTexts),
    ),
  ];
}

function findUncoveredSentences({ sentences }: Passage, coveredPassages: string[]): string[] {
  return sentences
    .filter(
      (sentence) =>
        NUMBER.test(sentence) || (ABSOLUTE.test(sentence) && !FIRST_PERSON.test(sentence)),
    )
    .filter((sentence) => {
      const text = normalizeTypography(sentence);
      return !coveredPassages.some((passage) => text.includes(passage) || passage.includes(text));
    })
    .map((sentence) => `no claim covers “${truncate(sentence)}”`);
}

function findUncoveredNumbers({ kind, text }: Passage, claimTexts: string): string[] {
  return (text.match(/\d[\d,.]*\d|\d/g) ?? [])
    .filter((number) => !claimTexts.includes(number))
    .map((number) => `no claim contains the number ${number} from its ${kind}`);
}

/**
 * Replaces typographic quotes with straight ones, and each run of white space with one space. Texts that differ only in
 * typography then compare as equal.
 */
function normalizeTypography(text: string): string {
  return text.replaceAll(/[’‘]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/\s+/g, ' ').trim();
}

function truncate(text: string): string {
  return text.length > 90 ? `${text.slice(0, 89).trimEnd()}…` : text;
}
