import { and, eq, lte, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { speechSpending as spending } from '../schema.ts';

/** Monthly limits on the use of a speech service, and the price from which the cost is computed. */
export interface SpeechLimitsAndPrice {
  /** Maximum number of characters per month, or infinity for no limit. */
  characters: number;
  /** Maximum cost per month in US dollars. */
  cost: number;
  /** The price of a million characters in US dollars. */
  price: number;
}

/** The spending on the speech service in the current month, and the monthly limits. */
export interface SpeechBudgetStatus {
  /** The month in UTC, in the format `YYYY-MM`. */
  month: string;
  characters: number;
  /** The cost in US dollars, computed with the price at the time of each request. */
  cost: number;
  requests: number;
  limits: SpeechLimitsAndPrice;
  /**
   * The time at which the latest request was refused because it would have exceeded the budget. Undefined if the latest
   * request was within the budget.
   */
  refusedAt?: Date | undefined;
}

/** Thrown if a request would exceed the monthly budget. The message is a sentence for the operator. */
export class SpeechBudgetError extends Error {
  override name = 'SpeechBudgetError';
  /** The start of the next month, when the service can be used again. */
  readonly until: Date;

  constructor({ month, characters, cost, limits }: SpeechBudgetStatus) {
    const isCostLimited =
      limits.characters === Number.POSITIVE_INFINITY || isCostLimitNearer(cost, characters, limits);
    const [usage, variableName] = isCostLimited
      ? [`$${cost.toFixed(2)} of $${limits.cost.toFixed(2)}`, 'NARRATOR_MONTHLY_BUDGET']
      : [
          `${formatCount(characters)} of ${formatCount(limits.characters)} characters`,
          'NARRATOR_MONTHLY_CHARACTERS',
        ];
    super(
      `The budget of ${month} for the speech service is used up: ${usage}. Raise ${variableName}, or wait for the next month.`,
    );
    this.until = getStartOfNextMonth(month);
  }
}

/**
 * The characters and the cost of one request, which were added to the spending of a month before the request was sent.
 */
export interface SpeechBudgetReservation {
  month: string;
  characters: number;
  cost: number;
}

const MILLION = 1_000_000;
/** The current month according to the database's clock, so that all processes use the same month. */
const currentMonth = sql<string>`to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM')`;

/**
 * Adds the characters and the cost of a request to the month's spending. Call this function before the request is sent.
 * The limits hold even if several processes call it at the same time. Throws {@link SpeechBudgetError} if the request
 * would exceed a limit.
 */
export async function reserveSpeechBudget(
  queries: Queries,
  limits: SpeechLimitsAndPrice,
  characters: number,
): Promise<SpeechBudgetReservation> {
  const cost = (characters * limits.price) / MILLION;
  const { characters: maxCharacters } = limits;
  await queries.insert(spending).values({ month: currentMonth }).onConflictDoNothing();
  const [row] = await queries
    .update(spending)
    .set({
      characters: sql`${spending.characters} + ${characters}`,
      cost: sql`${spending.cost} + ${cost}::double precision`,
      requests: sql`${spending.requests} + 1`,
      refusedAt: null,
    })
    .where(
      and(
        eq(spending.month, currentMonth),
        maxCharacters === Number.POSITIVE_INFINITY
          ? undefined
          : lte(spending.characters, maxCharacters - characters),
        lte(spending.cost, sql`${limits.cost - cost}::double precision`),
      ),
    )
    .returning({ month: spending.month });
  if (row) return { month: row.month, characters, cost };
  await queries
    .update(spending)
    .set({ refusedAt: sql`now()` })
    .where(eq(spending.month, currentMonth));
  throw new SpeechBudgetError(await getSpeechBudgetStatus(queries, limits));
}

/**
 * Subtracts the characters and the cost of a request from the spending of its month. Call this function only if it is
 * certain that the service did not speak the requested sentence.
 */
export async function cancelSpeechBudgetReservation(
  queries: Queries,
  { month, characters, cost }: SpeechBudgetReservation,
): Promise<void> {
  await queries
    .update(spending)
    .set({
      characters: sql`${spending.characters} - ${characters}`,
      cost: sql`${spending.cost} - ${cost}::double precision`,
      requests: sql`${spending.requests} - 1`,
    })
    .where(eq(spending.month, month));
}

/** Returns the spending in the current month, with the monthly limits. */
export async function getSpeechBudgetStatus(
  queries: Queries,
  limits: SpeechLimitsAndPrice,
): Promise<SpeechBudgetStatus> {
  const [row] = await queries.select().from(spending).where(eq(spending.month, currentMonth));
  const { month, characters, cost, requests, refusedAt } = row ?? {
    month: new Date().toISOString().slice(0, 7),
    ...{ characters: 0, cost: 0, requests: 0, refusedAt: null },
  };
  return { month, characters, cost, requests, limits, refusedAt: refusedAt ?? undefined };
}

/** Returns true if the cost has reached a larger share of its limit than the number of characters has. */
function isCostLimitNearer(
  cost: number,
  characters: number,
  limits: SpeechLimitsAndPrice,
): boolean {
  return cost * limits.characters > characters * limits.cost;
}

function getStartOfNextMonth(month: string): Date {
  const [year, number] = month.split('-').map(Number);
  // `number` counts months from 1, but `Date.UTC` counts them from 0, so this is the first day of the next month.
  return new Date(Date.UTC(year!, number!, 1));
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
