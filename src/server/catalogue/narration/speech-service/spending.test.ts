import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { speechSpending } from '../schema.ts';
import {
  cancelSpeechBudgetReservation,
  getSpeechBudgetStatus,
  reserveSpeechBudget,
  SpeechBudgetError,
  type SpeechLimitsAndPrice,
} from './spending.ts';

const LIMITS: SpeechLimitsAndPrice = { characters: 1000, cost: 50, price: 15 };
const UNLIMITED = { ...LIMITS, characters: Number.POSITIVE_INFINITY };
const MONTH = new Date().toISOString().slice(0, 7);

describe.each(await selectTestDatabaseEngines({ dependsOnEngine: true }))(
  'spending for a speech service, on $name',
  ({ name, open }) => {
    let database: Database;
    /**
     * The database connection of a simulated second process. In tests with the embedded database, this is the same
     * connection as `database`, because only one process can open the embedded database.
     */
    let secondConnection: Database;
    beforeAll(async () => {
      database = await open();
      secondConnection = name === 'PGlite' ? database : await openSecondConnection(database);
    });
    beforeEach(() => database.queries.delete(speechSpending));
    afterAll(async () => {
      if (secondConnection !== database) await secondConnection.close();
      await database.close();
    });
    const getStatus = (limits = LIMITS) => getSpeechBudgetStatus(database.queries, limits);

    it('is nothing before the first request of a month', async () => {
      await database.queries
        .insert(speechSpending)
        .values({ month: '2020-01', characters: 900, cost: 3, requests: 8 });
      expect(await getStatus()).toEqual({
        month: MONTH,
        ...{ characters: 0, cost: 0, requests: 0, limits: LIMITS, refusedAt: undefined },
      });
    });

    it('adds the characters and the price of each request', async () => {
      expect(await reserveSpeechBudget(database.queries, LIMITS, 200)).toMatchObject({
        month: MONTH,
      });
      await reserveSpeechBudget(database.queries, { ...LIMITS, price: 30 }, 100);
      const { characters, cost, requests } = await getStatus();
      expect([characters, requests]).toEqual([300, 2]);
      expect(cost).toBeCloseTo(0.006, 9);
    });

    it('subtracts a request that was not spoken', async () => {
      await reserveSpeechBudget(database.queries, LIMITS, 200);
      await cancelSpeechBudgetReservation(
        database.queries,
        await reserveSpeechBudget(database.queries, LIMITS, 300),
      );
      expect(await getStatus()).toMatchObject({ characters: 200, requests: 1 });
    });

    it('never exceeds the characters of the month, which may be used completely', async () => {
      await reserveSpeechBudget(database.queries, LIMITS, 900);
      const rejectedRequest = reserveSpeechBudget(database.queries, LIMITS, 101);
      await expect(rejectedRequest).rejects.toThrow(SpeechBudgetError);
      await expect(rejectedRequest).rejects.toThrow(
        `The budget of ${MONTH} for the speech service is used up: 900 of 1,000 characters. Raise NARRATOR_MONTHLY_CHARACTERS, or wait for the next month.`,
      );
      expect(await getStatus()).toMatchObject({ characters: 900, refusedAt: expect.any(Date) });
      await reserveSpeechBudget(database.queries, LIMITS, 100);
      expect(await getStatus()).toMatchObject({ characters: 1000, refusedAt: undefined });
    });

    it('never exceeds the money of the month', async () => {
      const limits = { ...UNLIMITED, cost: 1.5, price: 10_000 };
      await reserveSpeechBudget(database.queries, limits, 149);
      await expect(reserveSpeechBudget(database.queries, limits, 2)).rejects.toThrow(
        '$1.49 of $1.50. Raise NARRATOR_MONTHLY_BUDGET',
      );
      await reserveSpeechBudget(database.queries, limits, 1);
    });

    it('allows requests again in the next month', async () => {
      const rejectedRequest = reserveSpeechBudget(database.queries, LIMITS, 1001);
      const error = await rejectedRequest.catch((thrown: SpeechBudgetError) => thrown);
      const { until } = error as SpeechBudgetError;
      const now = new Date();
      expect(until.getTime()).toBe(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
    });

    it('is exact when two processes add to it at the same time', async () => {
      const requests = Array.from({ length: 60 }, (_, at) =>
        reserveSpeechBudget((at % 2 ? database : secondConnection).queries, LIMITS, 30),
      );
      const results = await Promise.allSettled(requests);
      const accepted = results.filter((result) => result.status === 'fulfilled');
      expect(accepted).toHaveLength(33);
      expect(await getStatus()).toMatchObject({ characters: 990, requests: 33 });
    });
  },
);
