import type { MostSimilarText } from '#domain/studio/ideas.ts';

/** The texts of an idea that are compared with those of other ideas. */
export interface ComparedIdeaTexts {
  title: string;
  thesis: string;
  object: string;
}

/** An existing idea or article that new ideas are compared with. */
export interface ComparedIdeaOrArticle extends ComparedIdeaTexts {
  kind: MostSimilarText['kind'];
  where: string;
}

/**
 * The minimum similarity score, from 0 to 1, at which two ideas count as duplicates. All 8,515 pairs of ideas in the
 * library's register score 0.20 or less, and people judged the ideas of every pair to be different. Reworded ideas from
 * the register score 0.41 or more (`similarity-index.test.ts`).
 */
export const MIN_DUPLICATE_SCORE = 0.32;

/** The minimum similarity score, from 0 to 1, at which editors are shown an existing idea that resembles their own. */
const MIN_SHOWN_SCORE = 0.12;
/**
 * The weights of an idea's texts in the comparison. The title weighs more because it is chosen with care. The object
 * weighs more because readers remember it best.
 */
const FIELD_WEIGHTS: Readonly<Record<keyof ComparedIdeaTexts, number>> = {
  title: 1.5,
  thesis: 1,
  object: 1.5,
};

type StemVector = Map<string, number>;

/** An index of existing ideas by word stem. It finds the existing idea that is most similar to a new one. */
export class SimilarityIndex {
  readonly #ideas: { existing: ComparedIdeaOrArticle; counts: StemVector }[] = [];
  /** The number of ideas that contain each stem. Ideas in `searchResults` (see the constructor) are not counted. */
  readonly #ideaCountByStem = new Map<string, number>();
  /** The number of ideas. Ideas in `searchResults` (see the constructor) are not counted. */
  #ideaCount = 0;

  /**
   * Indexes ideas. `searchResults` contains ideas that were found by searching for the new idea's words. They do not
   * affect the rarity of stems. Otherwise, the words of the new idea would seem more common than they are.
   */
  constructor(
    ideas: readonly ComparedIdeaOrArticle[],
    searchResults: readonly ComparedIdeaOrArticle[] = [],
  ) {
    for (const each of ideas) this.add(each);
    for (const existing of searchResults)
      this.#ideas.push({ existing, counts: countStems(existing) });
  }

  add(existing: ComparedIdeaOrArticle): void {
    const counts = countStems(existing);
    this.#ideas.push({ existing, counts });
    this.#ideaCount += 1;
    for (const stem of counts.keys())
      this.#ideaCountByStem.set(stem, (this.#ideaCountByStem.get(stem) ?? 0) + 1);
  }

  /**
   * Returns the most similar idea. Returns `undefined` if no idea is similar enough to be shown to editors. The score
   * is the cosine similarity of the stems, weighted by their rarity (TF-IDF).
   */
  findMostSimilar(idea: ComparedIdeaTexts): MostSimilarText | undefined {
    const weights = this.#weigh(countStems(idea));
    let best: { existing: ComparedIdeaOrArticle; score: number } | undefined;
    for (const { existing, counts } of this.#ideas) {
      if (![...weights.keys()].some((stem) => counts.has(stem))) continue;
      const score = dotProduct(weights, this.#weigh(counts));
      if (!best || score > best.score) best = { existing, score };
    }
    if (!best || best.score < MIN_SHOWN_SCORE) return undefined;
    const { kind, title, where } = best.existing;
    return { kind, title, where, score: Math.round(best.score * 1000) / 1000 };
  }

  /**
   * Returns the TF-IDF weight of each stem. The weight grows only with the logarithm of the stem's count, so that
   * repetition has little effect.
   */
  #weigh(counts: StemVector): StemVector {
    return new Map(
      [...counts].map(([stem, count]) => [stem, Math.log1p(count) * this.#computeRarity(stem)]),
    );
  }

  /** Returns the inverse document frequency of a stem. */
  #computeRarity(stem: string): number {
    return Math.log((this.#ideaCount + 1) / ((this.#ideaCountByStem.get(stem) ?? 0) + 0.5));
  }
}

function countStems(subject: ComparedIdeaTexts): StemVector {
  const counts: StemVector = new Map();
  for (const [part, weight] of Object.entries(FIELD_WEIGHTS) as [keyof ComparedIdeaTexts, number][])
    for (const stem of listStems(subject[part])) counts.set(stem, (counts.get(stem) ?? 0) + weight);
  return counts;
}

function dotProduct(one: StemVector, other: StemVector): number {
  let product = 0;
  for (const [stem, weight] of one) product += weight * (other.get(stem) ?? 0);
  const lengths = vectorLength(one) * vectorLength(other);
  return lengths ? product / lengths : 0;
}

function vectorLength(vector: StemVector): number {
  let sum = 0;
  for (const weight of vector.values()) sum += weight * weight;
  return Math.sqrt(sum);
}

/** The words that are too common to be compared. */
const STOP_WORDS = new Set(
  'a about after all also an and any are as at be because been before being between both but by can could did do does each every for from had has have how if in into is it its less made make many more most much no not of off on once one only or other our out over own same she should so some such than that the their them then there these they thing this those through to two under until up very was were what when where which while who whose why will with without would you your'.split(
    ' ',
  ),
);

/** Returns the stems of a text's words in lower case, without stop words. Removes diacritics and suffixes. */
function listStems(text: string): string[] {
  const words = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const tokens = words.replaceAll(/['’]s\b/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  return tokens.filter((word) => !STOP_WORDS.has(word)).map(stemWord);
}

/**
 * A pattern that matches the suffix of an English word. Removing the suffix yields the stem. Longer suffixes come
 * first.
 */
const ENDINGS = /(?:ational|ations?|ments?|ingly|ings?|edly|ness|ies|ied|ers?|ed|es|ly|s|e|y)$/u;

function stemWord(word: string): string {
  const stem = word.replace(ENDINGS, '');
  if (stem.length < 3) return word;
  // A doubled final consonant is reduced to one, so that "stopped" and "stop" have the same stem.
  return stem.replace(/([b-df-hj-np-tv-z])\1$/u, '$1');
}
