import type { Usage } from './ai-writer.ts';

interface Price {
  /** Price in US dollars per million tokens. Batches have a discount ({@link BATCH_PRICE_FACTOR}). */
  input: number;
  output: number;
}

/**
 * Prices by model, as of November 2026 (https://platform.claude.com/docs/en/models). The first row whose name is a
 * prefix of the model's name applies.
 */
const PRICES: readonly (readonly [model: string, price: Price])[] = [
  ['claude-fable-5', { input: 10, output: 50 }],
  ['claude-opus-5-5', { input: 4, output: 20 }],
  ['claude-opus-5', { input: 5, output: 25 }],
  ['claude-opus-4', { input: 5, output: 25 }],
  ['claude-sonnet-5', { input: 2, output: 10 }],
  ['claude-sonnet-4', { input: 3, output: 15 }],
  ['claude-haiku-5-5', { input: 0.1, output: 0.5 }],
  ['claude-haiku-4', { input: 1, output: 5 }],
];

/**
 * Price of batches relative to the price of single calls
 * (https://platform.claude.com/docs/en/build-with-claude/batch-processing).
 */
const BATCH_PRICE_FACTOR = 0.5;
/**
 * Prices of input tokens that are written to the prompt cache, or read from it, relative to the price of other input
 * tokens.
 */
const CACHE_PRICE_FACTORS = { write: 1.25, read: 0.1 };
const MILLION = 1_000_000;

export interface TokenCounts {
  input: number;
  output: number;
  cacheWrites?: number | null | undefined;
  cacheReads?: number | null | undefined;
}

/**
 * Returns the number of tokens and the cost of an item's result in a batch. A model that is not in the price table gets
 * the highest price, so that the budget is not exceeded.
 */
export function calculateUsage(
  model: string,
  { input, output, cacheWrites, cacheReads }: TokenCounts,
): Usage {
  const [writes, reads] = [cacheWrites ?? 0, cacheReads ?? 0];
  const price = findPrice(model);
  const weightedInput =
    input + CACHE_PRICE_FACTORS.write * writes + CACHE_PRICE_FACTORS.read * reads;
  const cost =
    (BATCH_PRICE_FACTOR * (weightedInput * price.input + output * price.output)) / MILLION;
  return { inputTokens: input + writes + reads, outputTokens: output, cost };
}

function findPrice(model: string): Price {
  const known = PRICES.find(([name]) => model.startsWith(name));
  return known?.[1] ?? PRICES[0]![1];
}
