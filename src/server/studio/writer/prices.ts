interface Price {
  /** The price in US dollars per million tokens, before the discount for batches ({@link BATCH_PRICE_FACTOR}). */
  input: number;
  output: number;
}

/**
 * The prices by model, as of November 2026 (https://platform.claude.com/docs/en/models). The first row whose name is a
 * prefix of the model's name is used.
 */
export const PRICES_PER_MILLION_TOKENS: readonly (readonly [model: string, price: Price])[] = [
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
 * The price of batches relative to the price of single calls
 * (https://platform.claude.com/docs/en/build-with-claude/batch-processing).
 */
export const BATCH_PRICE_FACTOR = 0.5;
/**
 * The prices of input tokens that are written to or read from the prompt cache, relative to the price of other input
 * tokens.
 */
export const CACHE_PRICE_FACTORS = { write: 1.25, read: 0.1 };
