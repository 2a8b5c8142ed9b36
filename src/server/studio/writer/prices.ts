import type { Usage } from './ai-writer.ts';

interface Price {
  /** US dollars a million tokens, when they are asked for one at a time. */
  input: number;
  output: number;
}

/** https://platform.claude.com/docs/en/models, November 2026. The first whose name a model's begins with counts. */
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

/** A batch costs half (https://platform.claude.com/docs/en/build-with-claude/batch-processing). */
const BATCH_SHARE = 0.5;
/** What the service keeps of a prompt costs more the first time, and next to nothing from then on. */
const CACHE = { write: 1.25, read: 0.1 };
const MILLION = 1_000_000;

export interface Tokens {
  input: number;
  output: number;
  cacheWrites?: number | null | undefined;
  cacheReads?: number | null | undefined;
}

/** What tokens of a batch cost. A model that is not in the table is reckoned as the dearest: the budget errs on its side. */
export function calculateUsage(
  model: string,
  { input, output, cacheWrites, cacheReads }: Tokens,
): Usage {
  const [writes, reads] = [cacheWrites ?? 0, cacheReads ?? 0];
  const price = priceOf(model);
  const weighed = input + CACHE.write * writes + CACHE.read * reads;
  const cost = (BATCH_SHARE * (weighed * price.input + output * price.output)) / MILLION;
  return { inputTokens: input + writes + reads, outputTokens: output, cost };
}

function priceOf(model: string): Price {
  const known = PRICES.find(([name]) => model.startsWith(name));
  return known?.[1] ?? PRICES[0]![1];
}
