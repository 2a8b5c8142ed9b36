import type { AiWriterStatus } from '#domain/studio/requests.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError } from '#server/platform/errors.ts';
import { lockBudget, sumCosts } from '#server/studio/request-store/repository.ts';

/** Returns the amounts of this month's AI budget that are spent, reserved and left, in US dollars. */
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

/** Thrown if the cost of an AI request exceeds the rest of the month's budget. */
export class OverBudgetError extends ConflictError {
  override name = 'OverBudget';
}

/**
 * Throws {@link OverBudgetError} if the rest of the month's AI budget does not cover `maxCost`, a request's maximum
 * cost in US dollars. Locks the budget until the transaction ends.
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
    `This may take up to ${formatDollars(maxCost)}, and this month has ${formatDollars(left)} of ${formatDollars(limit)} left. Ask for less, raise AI_MONTHLY_BUDGET, or wait for next month.`,
  );
}

function formatDollars(amount: number): string {
  return `$${amount.toFixed(2)}`;
}
