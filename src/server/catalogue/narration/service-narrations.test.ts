import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { MPEGDecoder } from 'mpg123-decoder';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordingTimings } from '#domain/timings.ts';
import { listAudioEnabledArticleIds } from '#server/catalogue/articles/repository.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { readConfig } from '#server/platform/config.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import {
  HUM_LETTERS_PER_SECOND,
  sendFixedResponse,
  sendHumAsWav,
  sendSilenceAsWav,
  startSpeechStandIn,
} from '#server/testing/speech-stand-in.ts';
import { TEST_LIBRARY_FOLDER } from '#server/testing/test-library.ts';
import { GAIN_SENTENCES } from '#speech/engines/neural/voice-gain.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { createNarrationServices } from './create-narration-services.ts';
import { readNarrationSettings } from './narration-settings.ts';
import {
  cachedSpeechSentences,
  narrationJobs,
  narrations as rows,
  speechSpending,
} from './schema.ts';
import { getSpeechBudgetStatus } from './speech-service/spending.ts';

const KEY = 'sk-51H8-very-secret';
const NEVER_ABORTED = new AbortController().signal;

const standIn = await startSpeechStandIn();
const database = await pgliteTestEngine.openFilled();
afterAll(async () => {
  await database.close();
  await standIn.close();
});

let folder: string;
let files: FileStore;
let articleId: string;
beforeAll(async () => {
  articleId = (await listAudioEnabledArticleIds(database.queries))[0]!;
  await shortenArticle(articleId);
});
beforeEach(async () => {
  standIn.reset();
  for (const table of [narrationJobs, rows, cachedSpeechSentences, speechSpending])
    await database.queries.delete(table);
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-service-'));
  files = await openFileStore(readConfig({}), path.join(folder, 'files'));
  // Disables the time limit after which a built-in voice replaces the speech service for a narrator's sample. On a busy
  // machine, the mock service could exceed this limit.
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(NEVER_ABORTED);
  return () => {
    timeout.mockRestore();
    rmSync(folder, { recursive: true });
  };
});

/**
 * Shortens an article to one sentence per section, so that tests stay fast although recording is throttled on a busy
 * machine.
 */
async function shortenArticle(id: string): Promise<void> {
  const { queries } = database;
  const isArticle = eq(articles.id, id);
  const [article] = await queries.select().from(articles).where(isArticle);
  const { introduction, keyPoints, conclusion, ...rest } = article!.body;
  const body = {
    ...rest,
    introduction: keepFirstSentence(introduction),
    keyPoints: keyPoints.map((each) => ({
      ...each,
      paragraphs: keepFirstSentence(each.paragraphs),
    })),
    conclusion: keepFirstSentence(conclusion),
  };
  await queries.update(articles).set({ body }).where(isArticle);
}

const keepFirstSentence = ([first]: readonly string[]) => [first!.replace(/(?<=\.) .*/s, '')];

const recordError = vi.fn();
const createServices = (env: Readonly<Record<string, string>> = {}) =>
  createNarrationServices({
    database,
    files,
    pictures: { read: async () => undefined },
    content: TEST_LIBRARY_FOLDER,
    config: readConfig({
      DATA_DIR: folder,
      NARRATOR_URL: standIn.url,
      NARRATOR_KEY: KEY,
      NARRATOR_SERVICE_MODEL: 'kokoro',
      ...env,
    }),
    errorRecorder: { record: recordError },
  });

const getSpending = () =>
  getSpeechBudgetStatus(database.queries, { characters: 600, cost: 1, price: 1 });

async function decode(bytes: Uint8Array) {
  const decoder = new MPEGDecoder({ enableGapless: true });
  await decoder.ready;
  const decoded = decoder.decode(bytes);
  decoder.free();
  return decoded;
}

async function readAudio(recording: string) {
  const audio = await decode(await buffer((await files.read(`narrations/${recording}.mp3`))!.body));
  const timings = (await json(
    (await files.read(`narrations/${recording}.json`))!.body,
  )) as RecordingTimings;
  return { audio, timings };
}

describe('narrations by a speech service', () => {
  it.runIf(isRunOfAllTests())(
    'have the timings of the spoken sentences, at any sample rate of the service',
    async () => {
      standIn.behave = () => sendHumAsWav({ sampleRate: 44_100, statedSize: 0xffffffff });
      const { narrations } = await createServices();
      const { recording, seconds } = (await narrations.record(articleId, 'af', NEVER_ABORTED))!;
      const { audio, timings } = await readAudio(recording);
      expect(audio.sampleRate).toBe(24_000);
      expect(Math.abs(audio.samplesDecoded / 24_000 - seconds)).toBeLessThan(0.05);
      const sentences = standIn
        .listRequestedTexts()
        .filter((each) => !GAIN_SENTENCES.includes(each));
      expect(timings.sentences).toHaveLength(sentences.length);
      const [first] = timings.sentences;
      // The mock service hums instead of speaking. Mastering removes the soft beginning and end of the hum, so the
      // recorded sentence may be shorter than the hum that the service sent.
      const spokenSeconds = sentences[0]!.length / HUM_LETTERS_PER_SECOND;
      expect(first!.to - first!.from).toBeGreaterThan(0.5 * spokenSeconds);
      expect(first!.to - first!.from).toBeLessThanOrEqual(spokenSeconds + 0.01);
    },
  );

  it.runIf(isRunOfAllTests())(
    'fail as a whole, with the reason, and are completed later without paying again',
    async () => {
      const { narrations } = await createServices();
      standIn.behave = (_, number) =>
        number < 12 ? undefined : sendFixedResponse(401, 'Unknown key.');
      await expect(narrations.record(articleId, 'af', NEVER_ABORTED)).rejects.toThrow(
        'The speech service does not accept NARRATOR_KEY: Unknown key.',
      );
      const [job] = await database.queries.select().from(narrationJobs);
      expect(job).toMatchObject({
        state: 'failed',
        claim: null,
        error: 'The speech service does not accept NARRATOR_KEY: Unknown key.',
      });
      expect(await database.queries.select().from(rows)).toEqual([]);

      const paidSentences = standIn.listRequestedTexts().slice(0, 12);
      standIn.reset();
      const services = await createServices();
      const narration = await services.narrations.record(articleId, 'af', NEVER_ABORTED);
      expect(standIn.listRequestedTexts().filter((words) => paidSentences.includes(words))).toEqual(
        [],
      );
      const { timings } = await readAudio(narration!.recording);
      expect(timings.sentences.length).toBe(
        paidSentences.length - GAIN_SENTENCES.length + standIn.requests.length,
      );
    },
  );

  it.runIf(isRunOfAllTests())(
    'are made again with another voice, of which only the changed sentences are paid',
    async () => {
      const oldServices = await createServices();
      await oldServices.narrations.record(articleId, 'af', NEVER_ABORTED);
      const name = await oldServices.narrations.findRecordingName(articleId, 'af');
      const { characters } = await getSpending();
      standIn.reset();
      mkdirSync(path.join(folder, 'narrator'), { recursive: true });
      writeFileSync(path.join(folder, 'narrator/narrators.json'), '{"bf":{"voice":"bf_lily"}}');
      const newServices = await createServices();
      expect(await newServices.narrations.findRecordingName(articleId, 'af')).not.toBe(name);
      await newServices.narrations.record(articleId, 'af', NEVER_ABORTED);
      expect(standIn.requests).toEqual([]);
      expect((await getSpending()).characters).toBe(characters);
    },
  );

  it('stop at the budget of the month, and record when they did', async () => {
    const { narrations } = await createServices({ NARRATOR_MONTHLY_CHARACTERS: '600' });
    await expect(narrations.record(articleId, 'am', NEVER_ABORTED)).rejects.toThrow(
      /^The budget of \d{4}-\d\d for the speech service is used up: \d+ of 600 characters/,
    );
    const { characters, refusedAt } = await getSpending();
    expect(characters).toBeLessThanOrEqual(600);
    expect(refusedAt).toBeInstanceOf(Date);
  });

  it.runIf(isRunOfAllTests())('need no key in the process that records', async () => {
    const { promise: processesListed, resolve } = Promise.withResolvers<void>();
    standIn.behave = () => async (response, request) => {
      await processesListed;
      await sendHumAsWav()(response, request);
    };
    const { narrations } = await createServices();
    vi.stubEnv('NARRATOR_KEY', KEY);
    const recording = narrations.record(articleId, 'bm', NEVER_ABORTED);
    await vi.waitFor(() => expect(standIn.requests.length).toBeGreaterThan(0));
    vi.unstubAllEnvs();
    const children = listProcesses().filter(({ command }) => command.includes('recording-process'));
    resolve();
    await recording;
    expect(standIn.requests[0]!.authorization).toBe(`Bearer ${KEY}`);
    if (process.platform === 'linux') expect(children).not.toEqual([]);
    for (const { command, environment } of children) {
      expect(command).not.toContain(KEY);
      expect(environment).not.toContain(KEY);
    }
  });
});

it.runIf(isRunOfAllTests())(
  'the voice that an editor has chosen is requested from the service, for its narrator alone',
  async () => {
    const { samples, speech } = await createServices();
    const settings = await readNarrationSettings(database.queries);
    speech.apply({
      ...settings,
      chosenVoices: { service: { bf: { speaker: 'bf_lily', speed: 0.9 } } },
    });
    for (const narrator of ['af', 'bf'] as const) await samples.record(narrator);
    const voices = new Set(
      standIn.requests.map(({ body }) => `${body.voice} ${body['speed'] ?? 1}`),
    );
    expect([...voices]).toEqual(['af_heart 1', 'bf_lily 0.9']);
  },
);

describe('samples', () => {
  it('are spoken by the service', async () => {
    const { samples } = await createServices();
    await samples.record('af');
    const { sampleRate } = await decode(await buffer((await samples.read('af'))!.body));
    expect(sampleRate).toBe(24_000);
    expect(standIn.requests.length).toBeGreaterThan(0);
  });

  it.runIf(isRunOfAllTests())(
    'are spoken by the built-in voice while the service fails, and by the service afterwards',
    async () => {
      const { samples } = await createServices();
      standIn.behave = () => sendFixedResponse(401, 'Unknown key.');
      expect(await samples.read('af')).toBeUndefined();
      await samples.record('af');
      const substitute = await buffer((await samples.read('af'))!.body);
      expect((await decode(substitute)).sampleRate).toBe(16_000);
      expect(recordError).toHaveBeenLastCalledWith(
        'job',
        expect.objectContaining({ message: expect.stringContaining('Unknown key.') }),
        'sample/af',
      );
      standIn.reset();
      await samples.record('af');
      expect((await decode(await buffer((await samples.read('af'))!.body))).sampleRate).toBe(
        24_000,
      );
    },
  );

  it.runIf(isRunOfAllTests())('are the only speech that the built-in voice replaces', async () => {
    const { narrations } = await createServices();
    standIn.behave = (_, number) => (number < 4 ? undefined : sendSilenceAsWav);
    await expect(narrations.record(articleId, 'bf', NEVER_ABORTED)).rejects.toThrow(
      'It sent silence.',
    );
    const recording = await narrations.findRecordingName(articleId, 'bf');
    for (const file of ['mp3', 'json'])
      expect(await files.has(`narrations/${recording}.${file}`)).toBe(false);
    expect(await database.queries.select().from(rows)).toEqual([]);
  });
});

it('createNarrationServices reports a model without known voices', async () => {
  await expect(createServices({ NARRATOR_SERVICE_MODEL: 'chatter' })).rejects.toThrow(
    'NARRATOR_SERVICE_MODEL: the voices of chatter are not known.',
  );
});

/**
 * Lists the processes of this machine with their arguments and environments. Returns an empty list on systems other
 * than Linux.
 */
function listProcesses(): { command: string; environment: string }[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((id) => {
    if (!/^\d+$/.test(id)) return [];
    try {
      const read = (file: string) => readFileSync(`/proc/${id}/${file}`, 'utf8');
      return { command: read('cmdline'), environment: read('environ') };
    } catch {
      // Skips a process that has ended or belongs to another user.
      return [];
    }
  });
}
