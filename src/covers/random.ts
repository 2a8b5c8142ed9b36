/**
 * A reproducible source of random numbers. The same seed produces the same numbers, and therefore the same drawing, on
 * every machine.
 */
export interface RandomSource {
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  unit(): number;
  between(low: number, high: number): number;
  /** Returns an integer from `low` to `high` (inclusive). */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  sign(): 1 | -1;
  pick<T>(choices: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
}

/**
 * A smooth noise function with values from −1 to 1. It interpolates between random values at
 * integer coordinates.
 */
export type NoiseFunction = (x: number, y?: number) => number;

export function createSeededRandom(seed: string): RandomSource {
  const unit = sfc32(seed);
  const between = (low: number, high: number) => low + (high - low) * unit();
  const integer = (low: number, high: number) => Math.floor(low + (high - low + 1) * unit());
  return {
    unit,
    between,
    integer,
    chance: (probability) => unit() < probability,
    sign: () => (unit() < 0.5 ? -1 : 1),
    pick: (choices) => choices[integer(0, choices.length - 1)]!,
    shuffle: (items) => {
      const shuffled = [...items];
      for (let i = shuffled.length - 1; i > 0; i--) {
        const j = integer(0, i);
        [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
      }
      return shuffled;
    },
  };
}

export function createSmoothNoise(random: RandomSource): NoiseFunction {
  const values = Array.from({ length: 512 }, () => random.unit() * 2 - 1);
  const getValue = (i: number, j: number) => values[(((i * 73 + j * 179) % 512) + 512) % 512]!;
  const ease = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);
  return (x, y = 0) => {
    const [i, j] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [ease(x - i), ease(y - j)];
    const above = getValue(i, j) + (getValue(i + 1, j) - getValue(i, j)) * u;
    const below = getValue(i, j + 1) + (getValue(i + 1, j + 1) - getValue(i, j + 1)) * u;
    return above + (below - above) * v;
  };
}

/** Returns a generator of evenly distributed 32-bit integers derived from a string (xmur3). */
function createHashGenerator(seed: string): () => number {
  let h = 1779033703 ^ seed.length;
  for (let i = 0; i < seed.length; i++) {
    h = Math.imul(h ^ seed.charCodeAt(i), 3432918353);
    h = (h << 13) | (h >>> 19);
  }
  return () => {
    h = Math.imul(h ^ (h >>> 16), 2246822507);
    h = Math.imul(h ^ (h >>> 13), 3266489909);
    h ^= h >>> 16;
    return h >>> 0;
  };
}

/**
 * Returns a generator of random numbers from 0 (inclusive) to 1 (exclusive). It uses the algorithm sfc32, Chris
 * Doty-Humphrey's "small fast counter" from PractRand.
 */
function sfc32(seed: string): () => number {
  const next = createHashGenerator(seed);
  let [a, b, c, counter] = [next() | 0, next() | 0, next() | 0, next() | 0];
  const unit = () => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i++) unit();
  return unit;
}
