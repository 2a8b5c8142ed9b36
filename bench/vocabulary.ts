import { createSeededRandom, type RandomSource } from '#covers/random.ts';

/**
 * A vocabulary of generated words with the same statistics as English. Word frequencies follow Zipf's law. The number
 * of different words in a text therefore grows approximately with the square root of the text's length (Heaps' law).
 */
export interface Vocabulary {
  /**
   * Returns the content word with the given frequency rank. The most frequent word has rank 0. The words are the same
   * in every data set.
   */
  word(rank: number): string;
  /**
   * Returns the frequency rank of a content word that occurs in about the given share of all texts with `length`
   * content words.
   */
  rankInShare(share: number, length: number): number;
  /** Returns a random content word. Frequent words are drawn more often. */
  draw(random: RandomSource): string;
}

/**
 * The number of content words. A data set of 100,000 articles uses most of them, and a data set of 1,000 articles uses
 * a tenth of them.
 */
const SIZE = 400_000;
/**
 * An offset that is added to each frequency rank. As in English, it makes the most frequent words less frequent than
 * Zipf's law predicts.
 */
const SHIFT = 2.7;
/**
 * The frequency rank above which word frequencies decrease faster than Zipf's law predicts (Ferrer i Cancho and Solé
 * 2001).
 */
const KERNEL = 8000;
const [KERNEL_EXPONENT, TAIL_EXPONENT] = [1, 1.8];

/**
 * Frequent English function words, most frequent first. They are real words, because PostgreSQL's text search ignores
 * only function words that it knows.
 */
const FUNCTION_WORDS =
  'the of and to a in is that it was for on as with be by at this from are not have but had they which one you were all there their has would what so if about who up out them when can no more then some into other its than only could these two may how our after first such over also most between through where before those now because each under same while another without against being much during both few any here off down why until once'.split(
    ' ',
  );

const ONSETS =
  'b,c,d,f,g,h,l,m,n,p,r,s,t,w,b,c,d,f,g,h,j,l,m,n,p,r,s,t,v,w,br,cr,dr,fl,gr,pl,pr,sc,sh,sl,st,str,th,tr,ch,qu'.split(
    ',',
  );
const NUCLEI = 'a,e,i,o,u,ea,ai,ou,oa,ie'.split(',');
const CODAS = ',,,,,,,,,n,r,l,s,t,m,d,nd,st,rt,ng'.split(',');
const SUFFIXES = ['s', 's', 'ed', 'ing', 'er', 'ly', 'ness', 'tion', 'al'];

export function createVocabulary(): Vocabulary {
  const words = generateWords(createSeededRandom('octavo bench vocabulary'));
  const cumulative = new Float64Array(SIZE);
  let sum = 0;
  for (let rank = 0; rank < SIZE; rank++) {
    sum += computeWeight(rank);
    cumulative[rank] = sum;
  }
  return {
    word: (rank) => words[rank]!,
    rankInShare(share, length) {
      // If p is the probability of a word, (1 - p)^n is the probability that a text of n words does not contain it.
      const probability = 1 - (1 - share) ** (1 / length);
      const rank = words.findIndex((_, at) => computeWeight(at) / sum <= probability);
      return rank < 0 ? SIZE - 1 : rank;
    },
    draw: (random) => words[findFirstAtLeast(cumulative, random.unit() * sum)]!,
  };
}

export function pickFunctionWord(random: RandomSource): string {
  // Squaring a random number between 0 and 1 favors small indexes, so words at the start of the list are by far the
  // most frequent.
  return FUNCTION_WORDS[Math.floor(random.unit() ** 2 * FUNCTION_WORDS.length)]!;
}

function computeWeight(rank: number): number {
  const shiftedRank = rank + 1 + SHIFT;
  return shiftedRank <= KERNEL
    ? shiftedRank ** -KERNEL_EXPONENT
    : KERNEL ** -KERNEL_EXPONENT * (shiftedRank / KERNEL) ** -TAIL_EXPONENT;
}

/**
 * Generates distinct pronounceable words, most frequent first. Frequent words are short, and a third of all words are
 * inflections of an earlier word.
 */
function generateWords(random: RandomSource): string[] {
  const knownWords = new Set(FUNCTION_WORDS);
  const words: string[] = [];
  while (words.length < SIZE) {
    const isInflected = words.length > 50 && random.chance(0.33);
    const word = isInflected
      ? random.pick(words) + random.pick(SUFFIXES)
      : Array.from({ length: chooseSyllableCount(words.length, random) }, () =>
          generateSyllable(random),
        ).join('');
    if (word.length < 3 || word.length > 18 || knownWords.has(word)) continue;
    knownWords.add(word);
    words.push(word);
  }
  return words;
}

function chooseSyllableCount(rank: number, random: RandomSource): number {
  const usual = rank < 300 ? 1 : rank < 20_000 ? 2 : 3;
  return usual + (random.chance(0.25) ? 1 : 0);
}

function generateSyllable(random: RandomSource): string {
  return random.pick(ONSETS) + random.pick(NUCLEI) + random.pick(CODAS);
}

function findFirstAtLeast(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
