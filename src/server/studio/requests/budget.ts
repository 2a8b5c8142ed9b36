import type { AiWriterStatus } from '#domain/studio/requests.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError } from '#server/platform/errors.ts';
import { lockBudget, sumCosts } from '#server/studio/request-store/repository.ts';

/** What the month has used and left, in US dollars, for requests made in it. */
export async function getBudget(
  queries: Queries,
  limit: number,
  now = new Date(),
): Promise<AiWriterStatus['budget']> {
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const { spent, reserved } = await sumCosts(queries, since);
  const left = Math.max(0, limit - spent - reserved);
  return { month: since.toISOString().slice(0, 7), limit, spent, reserved, left };
}

/** A request is refused for its cost alone. */
export class OverBudgetError extends ConflictError {
  override name = 'OverBudget';
}

/**
 * Lets a request through that the month has the money for, and no other one until the transaction ends. `maxCost`: US
 * dollars it costs at most. Throws {@link OverBudgetError} with a sentence.
 */
export async function requireBudget(
  transaction: Queries,
  limit: number,
  maxCost: number,
): Promise<void> {
  await lockBudget(transaction);
  const { left } = await getBudget(transaction, limit);
  if (maxCost <= left) return;
  throw new OverBudgetError(
    `This may take up to ${dollars(maxCost)}, and this month has ${dollars(left)} of ${dollars(limit)} left. Ask for less, raise AI_MONTHLY_BUDGET, or wait for next month.`,
  );
}

function dollars(amount: number): string {
  return `$${amount.toFixed(2)}`;
}
