/**
 * Measures the quality of narrations. Like `npm run narrate`, records all articles that ship with Octavo, each with
 * every narrator. Then measures each recording. Exits with code 1 if a narration misses a limit.
 *
 *   npm run bench:narrations -- [--articles N] [--narrator af] [--data FOLDER] [--json FILE]
 *
 * --articles  records only the newest N articles
 * --narrator  records only one narrator: af, am, bf or bm
 * --data      keeps the recordings in that folder, so that the next run with --data records only missing narrations.
 *             It can be the data folder of an Octavo server that is not running. Without --data, all recordings are
 *             deleted at the end
 * --json      also writes everything to a file, with the measurements of each narration
 *
 * Recording twenty articles with four narrators takes eight minutes of processor time with the built-in voices.
 * Installed speech recognizers (speech-recognizer.ts) transcribe some passages of each narration, which takes longer
 * than everything else. Compare speeds only within one run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { narratorIdSchema } from '#domain/narrator-id-schema.ts';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import type { RecordingTimings } from '#domain/timings.ts';
import {
  findPublishedArticleById,
  listAudioEnabledArticleIds,
} from '#server/catalogue/articles/repository.ts';
import { syncLibrary } from '#server/catalogue/library/sync-library.ts';
import { createNarrationServices } from '#server/catalogue/narration/create-narration-services.ts';
import { readLexicon } from '#server/catalogue/narration/lexicon-file.ts';
import { createPictureService } from '#server/catalogue/pictures/service.ts';
import { CONTENT_CHANGE_JOB_DEFINITIONS } from '#server/catalogue/publication/publish-article.ts';
import { readConfig } from '#server/platform/config.ts';
import { lockDataFolder } from '#server/platform/db/data-folder.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { createOrUpdateQueues } from '#server/platform/jobs/queues.ts';
import { buildScript, type NarrationScript } from '#speech/script/narration-script.ts';
import { measureNarration } from './narration-metrics.ts';
import {
  buildNarrationTable,
  createNarrationLimitChecks,
  type MeasuredNarration,
  type NarratorMeasurements,
} from './narration-report.ts';
import { watchRecordingProcesses } from './recording-processes.ts';
import { describeMachine, isLimitMissed, printReport } from './report.ts';
import { findSpeechRecognizers } from './speech-recognizer.ts';
import { measureWordErrorRates } from './word-error-rate.ts';

const CONTENT = fileURLToPath(new URL('../content', import.meta.url));

const { values: options } = parseArgs({
  options: {
    articles: { type: 'string' },
    narrator: { type: 'string' },
    data: { type: 'string' },
    json: { type: 'string' },
  },
});
const narrators = options.narrator
  ? [narratorIdSchema.parse(options.narrator)]
  : (Object.keys(NARRATORS_BY_ID) as NarratorId[]);

/** An article whose narration is measured, with its script. */
interface NarrationToMeasure {
  id: string;
  name: string;
  script: NarrationScript;
}

const machine = describeMachine();
const recognizers = findSpeechRecognizers();
if (!recognizers.length)
  console.error('No recognizer is installed here: word errors are left out.');
const folder = options.data ?? mkdtempSync(path.join(tmpdir(), 'octavo-bench-narrations-'));
if (!options.data)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const dataFolder = await lockDataFolder(folder);
const database = await openDatabase({ folder: dataFolder });
const files = await openFileStore(readConfig({}), path.join(folder, 'files'));
const pictures = createPictureService(database, files, console);
await createOrUpdateQueues(database, CONTENT_CHANGE_JOB_DEFINITIONS);
await syncLibrary(database, pictures, CONTENT);
// The voices and the model are configured by the same environment variables as in production.
const config = readConfig(process.env);
const { narrations, speech } = await createNarrationServices({
  database,
  files,
  pictures,
  content: CONTENT,
  config,
});
const { atOnce } = speech;
const articles = await listArticlesToMeasure();
const measurements = new Map<NarratorId, NarratorMeasurements>();
for (const narrator of narrators) measurements.set(narrator, await measureNarrator(narrator));
await database.close();
await dataFolder.release();

const report = {
  machine,
  tables: [buildNarrationTable(measurements, atOnce, recognizers)],
  limits: createNarrationLimitChecks(measurements, speech.choice?.engine ?? 'flite'),
};
printReport(report);
if (options.json) {
  const figures = Object.fromEntries(measurements);
  await writeFile(options.json, `${JSON.stringify({ ...report, figures }, null, 2)}\n`);
}
process.exitCode = report.limits.some(isLimitMissed) ? 1 : 0;

async function listArticlesToMeasure(): Promise<readonly NarrationToMeasure[]> {
  const lexicon = await readLexicon(CONTENT);
  const ids = await listAudioEnabledArticleIds(database.queries);
  const selectedIds = ids.slice(0, options.articles ? Number(options.articles) : undefined);
  const articles = await Promise.all(
    selectedIds.map((id) => findPublishedArticleById(database.queries, id)),
  );
  return articles.flatMap((article) => {
    if (!article) return [];
    const { id, path: name, authorAlias } = article;
    return [{ id, name, script: buildScript(article, authorAlias, lexicon) }];
  });
}

/**
 * Records a narrator's missing narrations, with as many parallel recordings as in production. Then measures all of the
 * narrator's narrations.
 */
async function measureNarrator(narrator: NarratorId): Promise<NarratorMeasurements> {
  const { name } = NARRATORS_BY_ID[narrator];
  console.error(`… ${name} reads`);
  const recorderWatch = watchRecordingProcesses(process.pid);
  const started = performance.now();
  const seconds = await pLimit(atOnce).map(articles, async ({ id }) => {
    if (await narrations.isRecorded(id, narrator)) return 0;
    return (await narrations.record(id, narrator))!.seconds;
  });
  const took = (performance.now() - started) / 1000;
  const recorders = await recorderWatch.stop();
  const made = seconds.reduce((sum, each) => sum + each, 0);
  console.error(`… ${name} is measured`);
  const measured: MeasuredNarration[] = [];
  for (const article of articles) measured.push(await measure(article, narrator));
  return { measured, made, took, recorders };
}

async function measure(
  { id, name, script }: NarrationToMeasure,
  narrator: NarratorId,
): Promise<MeasuredNarration> {
  const recording = (await narrations.findRecordingName(id, narrator))!;
  const open = async (file: 'mp3' | 'json' | 'preview.mp3') =>
    (await narrations.read(recording, file))!.body;
  const timings = (await json(await open('json'))) as RecordingTimings;
  const narrationFiles = {
    mp3: await buffer(await open('mp3')),
    timings,
    preview: await buffer(await open('preview.mp3')),
  };
  const { figures, audio } = await measureNarration(narrationFiles, script);
  const wordErrors = measureWordErrorRates(recognizers, audio, timings, script);
  return { article: name, ...figures, wordErrors };
}
