import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import {
  MAX_COUNTED_FAILURES,
  type NarratorsReport,
  SPEECH_ENGINES,
} from '#domain/studio/narrators.ts';
import {
  countNarratedArticles,
  findPublishedArticlesByIds,
} from '#server/catalogue/articles/repository.ts';
import {
  countFailedJobs,
  listActiveJobs,
  listFailedJobs,
  listNarrationTotals,
  type NarrationTotals,
} from '#server/catalogue/narration/narration-report.ts';
import {
  type NarratorSettings,
  readNarratorSettings,
} from '#server/catalogue/narration/narrator-settings.ts';
import { nameModel, type SpeechInUse } from '#server/catalogue/narration/speech-in-use.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { getDiskSpace } from '#server/platform/disk-space.ts';
import { StartError } from '#server/platform/start-error.ts';

/** Data sources of the report about narrators. */
export interface NarratorsReportSources {
  queries: Queries;
  speech: SpeechInUse;
  /** Returns the IDs of popular articles. */
  listPopularArticleIds(queries: Queries): Promise<string[]>;
  /** Folder with the recordings; `undefined` if they are in a bucket. */
  filesFolder: string | undefined;
}

/** Maximum numbers of recordings that the report lists. */
const [MAX_ACTIVE, MAX_FAILED] = [20, 20];

/** Returns the report for the studio's Narrators screen: the voices, their recordings, progress and failures. */
export async function getNarratorsReport({
  queries,
  speech,
  listPopularArticleIds,
  filesFolder,
}: NarratorsReportSources): Promise<NarratorsReport> {
  const settings = await readNarratorSettings(queries);
  const totals = await listNarrationTotals(queries);
  const active = await listActiveJobs(queries, MAX_ACTIVE);
  const failed = await listFailedJobs(queries, MAX_FAILED);
  const titles = await findTitles(queries, [...active, ...failed]);
  const inUse = totals.filter((each) => isInUse(each, speech));
  return {
    engine: {
      kind: speech.kind,
      name: nameModel(speech.choice),
      voices: speech.fingerprint,
      problem: speech.problem ?? null,
    },
    version: settings.version,
    available: listAvailableEngines(speech, settings),
    recordAhead: settings.recordAhead,
    popular: (await listPopularArticleIds(queries)).length,
    articles: await countNarratedArticles(queries),
    narrators: (Object.keys(NARRATORS) as Narrator[]).map((narrator) => {
      const own = totals.filter((each) => each.narrator === narrator);
      const recorded = own.filter((each) => inUse.includes(each));
      return {
        narrator,
        recorded: sum(recorded, 'recordings'),
        outdated: sum(own, 'recordings') - sum(recorded, 'recordings'),
        seconds: sum(recorded, 'seconds'),
      };
    }),
    speed: measureSpeed(inUse),
    bytes: sum(totals, 'bytes'),
    disk: filesFolder ? await getDiskSpace(filesFolder) : null,
    active: active.map(({ articleId, state, ...job }) => ({
      recording: job.recording,
      article: titles.get(articleId) ?? null,
      narrator: job.narrator,
      isStarted: job.isClaimed,
      recordedSeconds: job.recordedSeconds,
      expectedSeconds: job.expectedSeconds,
    })),
    failed: failed.map(({ recording, articleId, narrator, error, updatedAt }) => ({
      recording,
      article: titles.get(articleId) ?? null,
      narrator,
      error: error ?? '',
      failedAt: updatedAt.toISOString(),
    })),
    failures: await countFailedJobs(queries, MAX_COUNTED_FAILURES),
  };
}

/**
 * Returns true for recordings by the voices in use. Recordings without a fingerprint were made by the voices that were
 * in use before any change in the studio.
 */
function isInUse(
  { voices }: NarrationTotals,
  { fingerprint, former }: NarratorsReportSources['speech'],
): boolean {
  return voices === fingerprint || (voices === '' && former.length === 0);
}

/** Returns the engines that this process has. */
export function listAvailableEngines(
  speech: SpeechInUse,
  settings: NarratorSettings,
): NarratorsReport['available'] {
  return SPEECH_ENGINES.flatMap((kind) => {
    try {
      const { choice } = speech.findSetup(kind, settings);
      return { kind, name: nameModel(choice), isInUse: kind === speech.kind };
    } catch (error) {
      if (error instanceof StartError) return [];
      throw error;
    }
  });
}

/** Returns the seconds of audio that were recorded per second, or `null` if no recording was timed. */
function measureSpeed(totals: readonly NarrationTotals[]): number | null {
  const took = sum(totals, 'took');
  return took > 0 ? sum(totals, 'timedSeconds') / took : null;
}

type Summable = 'recordings' | 'seconds' | 'bytes' | 'took' | 'timedSeconds';

function sum(totals: readonly NarrationTotals[], column: Summable): number {
  return totals.reduce((total, each) => total + each[column], 0);
}

/** Returns the IDs and titles of the published articles among those of the jobs. */
async function findTitles(
  queries: Queries,
  jobs: readonly { articleId: string | null }[],
): Promise<Map<string | null, { id: string; title: string }>> {
  const ids = new Set(jobs.flatMap(({ articleId }) => articleId ?? []));
  const found = await findPublishedArticlesByIds(queries, [...ids]);
  return new Map(found.map(({ id, title }) => [id, { id, title }]));
}
