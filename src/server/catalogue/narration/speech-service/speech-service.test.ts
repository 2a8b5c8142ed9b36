import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import {
  closeConnection,
  neverRespond,
  sendFixedResponse,
  sendHumAsWav,
  sendSilenceAsWav,
  startSpeechStandIn,
} from '#server/testing/speech-stand-in.ts';
import { isRunOfAllTests } from '../../../../../scripts/test-scope.mjs';
import { cachedSpeechSentences, speechSpending } from '../schema.ts';
import {
  type SpeechRetryPolicy,
  SpeechService,
  type SpeechServiceOptions,
} from './speech-service.ts';
import { getSpeechBudgetStatus } from './spending.ts';

const standIn = await startSpeechStandIn();
afterAll(() => standIn.close());

const access = {
  endpoint: `${standIn.url}/audio/speech`,
  key: undefined,
  model: 'kokoro',
};
const AF = { voice: 'af_heart', speed: 1 };
const AM = { voice: 'am_michael', speed: 1 };
const BM = { voice: 'bm_george', speed: 1 };
const LIMITS = { characters: 1000, cost: 50, price: 15 };
const RETRIES: SpeechRetryPolicy = {
  requests: 4,
  billedRequests: 2,
  firstPause: 1,
  longestPause: 60_000,
};
const FAST_POLLING = { interval: 5 };

describe.each(await selectTestDatabaseEngines({ dependsOnEngine: true }))(
  'sentences by a speech service, on $name',
  ({ name, open }) => {
    let database: Database;
    /**
     * The database connection of a simulated second process. In tests with the embedded database, this is the same
     * connection as `database`, because only one process can open the embedded database.
     */
    let secondConnection: Database;
    let files: FileStore;
    beforeAll(async () => {
      database = await open();
      secondConnection = name === 'PGlite' ? database : await openSecondConnection(database);
    });
    afterAll(async () => {
      if (secondConnection !== database) await secondConnection.close();
      await database.close();
    });
    beforeEach(async () => {
      standIn.reset();
      await database.queries.delete(speechSpending);
      await database.queries.delete(cachedSpeechSentences);
      const folder = mkdtempSync(path.join(tmpdir(), 'octavo-speech-'));
      files = await openFileStore(readConfig({}), folder);
      return () => rmSync(folder, { recursive: true });
    });

    const openService = (options: Partial<SpeechServiceOptions> = {}, connection = database) =>
      new SpeechService(connection, files, {
        access,
        limits: LIMITS,
        atOnce: 4,
        maxCacheBytes: 1e9,
        retries: RETRIES,
        ...options,
      });
    const getSpending = () => getSpeechBudgetStatus(database.queries, LIMITS);

    it('are requested and counted once, and stored for every process and other recordings', async () => {
      const service = openService();
      const [wave, secondWave] = await Promise.all([
        service.speak('Once upon.', AF),
        service.speak('Once upon.', AF),
      ]);
      expect(secondWave).toEqual(wave);
      expect(Buffer.from(await openService({}, secondConnection).speak('Once upon.', AF))).toEqual(
        Buffer.from(wave),
      );
      expect(standIn.listRequestedTexts()).toEqual(['Once upon.']);
      expect(await getSpending()).toMatchObject({ characters: 10, requests: 1 });
      await service.speak('Once upon.', BM);
      expect(standIn.listRequestedTexts()).toHaveLength(2);
    });

    it('are requested once by two processes at the same time', async () => {
      standIn.behave = () => sendHumAsWav({ after: 100 });
      const sentences = ['One by one.', 'Two by two.', 'Three by three.', 'Four by four.'];
      const waves = await Promise.all(
        [openService(), openService({}, secondConnection)].map((service) =>
          Promise.all(sentences.map((each) => service.speak(each, AF))),
        ),
      );
      expect(waves[0]!.map((wave) => wave.length)).toEqual(waves[1]!.map((wave) => wave.length));
      expect(standIn.listRequestedTexts().sort()).toEqual(sentences.toSorted());
    });

    it('are not requested by more requests at once than allowed', async () => {
      const gate = Promise.withResolvers<void>();
      standIn.behave = () => async (response, request) => {
        await gate.promise;
        await sendHumAsWav()(response, request);
      };
      const service = openService({ atOnce: 3 });
      const sentences = Array.from({ length: 12 }, (_, at) => `Sentence number ${at}.`);
      const waves = Promise.all(sentences.map((each) => service.speak(each, AM)));
      await vi.waitFor(() => expect(standIn.requests).toHaveLength(3), FAST_POLLING);
      gate.resolve();
      expect(await waves).toHaveLength(12);
      expect(standIn.peakConcurrentRequests).toBe(3);
    });

    it('count Unicode characters', async () => {
      await openService().speak('Naïve 😀.', AF);
      expect(await getSpending()).toMatchObject({ characters: 8 });
    });

    it.each([
      ['a failure of the service', sendFixedResponse(503, 'Loading the model.')],
      ['too many requests', sendFixedResponse(429, 'Slow down.')],
    ])('are requested again after %s, which costs nothing', async (_, behavior) => {
      standIn.behave = (_, number) => (number < 3 ? behavior : undefined);
      await openService().speak('And again.', AF);
      expect(standIn.requests).toHaveLength(4);
      expect(await getSpending()).toMatchObject({ characters: 10, requests: 1 });
    });

    it('fail after four requests, which cost nothing', async () => {
      standIn.behave = () => sendFixedResponse(500, 'Out of memory.');
      await expect(openService().speak('And again.', AF)).rejects.toThrow(
        'The speech service has failed: Out of memory.',
      );
      expect(standIn.requests).toHaveLength(4);
      expect(await getSpending()).toMatchObject({ characters: 0, requests: 0 });
    });

    it('fail at once if the service refuses them', async () => {
      standIn.behave = () => sendFixedResponse(401, '');
      await expect(openService().speak('And again.', AF)).rejects.toThrow('NARRATOR_KEY');
      expect(standIn.requests).toHaveLength(1);
      expect(await getSpending()).toMatchObject({ characters: 0 });
    });

    it.each([
      ['silence', sendSilenceAsWav],
      ['incomplete audio', sendHumAsWav({ share: 0.5 })],
      ['a closed connection', closeConnection({ afterPart: true })],
    ])('are requested only twice after %s, and counted each time', async (_, behavior) => {
      standIn.behave = () => behavior;
      const service = openService();
      await expect(service.speak('And again.', AF)).rejects.toThrow('The speech service');
      expect(standIn.requests).toHaveLength(2);
      expect(await getSpending()).toMatchObject({ characters: 20, requests: 2 });
      expect(await database.queries.select().from(cachedSpeechSentences)).toEqual([]);
      standIn.reset();
      await service.speak('And again.', AF);
    });

    it.runIf(isRunOfAllTests())('wait as long as the service asks for, all of them', async () => {
      standIn.behave = (_, number) =>
        number === 0 ? sendFixedResponse(429, '', { 'retry-after': '1' }) : undefined;
      const service = openService();
      const startedAt = performance.now();
      const first = service.speak('First of all.', AF);
      await vi.waitFor(() => expect(standIn.requests).toHaveLength(1), FAST_POLLING);
      // The spending returns to zero once the service has rejected the first request.
      await vi.waitFor(
        async () => expect(await getSpending()).toMatchObject({ characters: 0 }),
        FAST_POLLING,
      );
      await Promise.all([first, service.speak('Second of all.', AF)]);
      expect(performance.now() - startedAt).toBeGreaterThan(990);
      expect(standIn.requests).toHaveLength(3);
    });

    it.runIf(isRunOfAllTests())('wait for that pause also after a last attempt', async () => {
      standIn.behave = (_, number) =>
        number === 0 ? sendFixedResponse(429, 'Later.', { 'retry-after': '1' }) : undefined;
      const service = openService({ retries: { ...RETRIES, requests: 1 } });
      const startedAt = performance.now();
      await expect(service.speak('The last of all.', AF)).rejects.toThrow('Later.');
      await service.speak('One more.', AF);
      expect(performance.now() - startedAt).toBeGreaterThan(990);
    });

    it('fail if the service asks for a long pause', async () => {
      standIn.behave = () => sendFixedResponse(429, 'Tomorrow.', { 'retry-after': '3600' });
      await expect(openService().speak('Not today.', AF)).rejects.toThrow('Tomorrow.');
      expect(standIn.requests).toHaveLength(1);
    });

    it('are not requested if the budget does not suffice', async () => {
      const service = openService({ limits: { ...LIMITS, characters: 25 } });
      await service.speak('Ten in all', AF);
      await service.speak('And twenty', AF);
      await expect(service.speak('And thirty', AF)).rejects.toThrow('20 of 25 characters');
      expect(standIn.requests).toHaveLength(2);
      // A sentence that is already cached costs nothing, so it does not exceed the budget.
      await service.speak('Ten in all', AF);
    });

    it('are not requested after all callers have canceled them', async () => {
      standIn.behave = () => sendHumAsWav({ after: 50 });
      const service = openService({ atOnce: 1 });
      const stop = new AbortController();
      const first = service.speak('Wanted by one.', AF);
      const second = service.speak('Given up.', AF, stop.signal);
      stop.abort(new Error('Enough.'));
      await expect(second).rejects.toThrow('Enough.');
      await first;
      await service.speak('Wanted later.', AF);
      expect(standIn.listRequestedTexts()).toEqual(['Wanted by one.', 'Wanted later.']);
    });

    it('are stored if they are canceled after they were requested', async () => {
      standIn.behave = () => sendHumAsWav({ after: 100 });
      const service = openService();
      const stop = new AbortController();
      const speech = service.speak('On its way.', AF, stop.signal);
      speech.catch(() => {});
      await vi.waitFor(() => expect(standIn.requests).toHaveLength(1), FAST_POLLING);
      stop.abort(new Error('Enough.'));
      await speech.catch(() => {});
      await service.speak('On its way.', AF);
      expect(standIn.requests).toHaveLength(1);
    });

    it('end with the process, and stay counted', async () => {
      standIn.behave = () => neverRespond;
      const ending = new AbortController();
      const speech = openService({ ending: ending.signal }).speak('The end.', AF);
      speech.catch(() => {});
      await vi.waitFor(() => expect(standIn.requests).toHaveLength(1), FAST_POLLING);
      ending.abort(new Error('The process stops.'));
      await expect(speech).rejects.toThrow('The process stops.');
      expect(await getSpending()).toMatchObject({ characters: 8, requests: 1 });
    });
  },
);
