import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import {
  MAX_COUNTED_FAILED_RECORDINGS,
  type NarratorsReport,
  SPEECH_ENGINE_KINDS,
  type SpeechServiceUsage,
} from '#domain/studio/narrators.ts';
import {
  countAudioEnabledArticles,
  findPublishedArticleMetasByIds,
} from '#server/catalogue/articles/repository.ts';
import {
  type ActiveSpeechEngine,
  getModelFolderName,
} from '#server/catalogue/narration/active-speech-engine.ts';
import { resolveVoicesByNarrator } from '#server/catalogue/narration/build-narration-settings.ts';
import type { SpeechSetup } from '#server/catalogue/narration/choose-speech.ts';
import {
  countFailedNarrationJobs,
  listActiveNarrationJobs,
  listFailedNarrationJobs,
  listNarrationTotalsByVoice,
  type VoiceNarrationTotals,
} from '#server/catalogue/narration/narration-report.ts';
import { readNarrationSettings } from '#server/catalogue/narration/narration-settings.ts';
import { getSpeechBudgetStatus } from '#server/catalogue/narration/speech-service/spending.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { getDiskSpace } from '#server/platform/disk-space.ts';

/** The data sources of {@link getNarratorsReport}. */
export interface NarratorsReportSources {
  queries: Queries;
  speech: ActiveSpeechEngine;
  /** Returns the IDs of popular articles. */
  listPopularArticleIds(queries: Queries): Promise<string[]>;
  /** The folder that contains the recordings. Undefined if the recordings are stored in an S3 bucket. */
  filesFolder: string | undefined;
}

/** The maximum numbers of active and of failed recordings in the report. */
const [MAX_ACTIVE, MAX_FAILED] = [20, 20];

/** Returns the report for the studio's Narrators screen: the voices, their recordings, progress and failures. */
export async function getNarratorsReport({
  queries,
  speech,
  listPopularArticleIds,
  filesFolder,
}: NarratorsReportSources): Promise<NarratorsReport> {
  const settings = await readNarrationSettings(queries);
  const totals = await listNarrationTotalsByVoice(queries);
  const active = await listActiveNarrationJobs(queries, MAX_ACTIVE);
  const failed = await listFailedNarrationJobs(queries, MAX_FAILED);
  const titles = await findTitles(queries, [...active, ...failed]);
  const currentTotals = totals.filter((each) => isInUse(each, speech));
  const setup = speech.findSetupIfAvailable(speech.kind);
  const voices =
    setup && resolveVoicesByNarrator(setup.voices, settings.chosenVoices[speech.kind] ?? {});
  return {
    engine: {
      kind: speech.kind,
      name: getModelFolderName(speech.choice),
      speakers: setup?.voices.speakers.map((each) => ({ ...each, fits: [...each.fits] })) ?? [],
      hasUnlistedSpeakers: setup?.voices.hasUnlistedSpeakers ?? false,
      problem: speech.problem ?? null,
    },
    version: settings.version,
    available: listAvailableEngines(speech),
    service: setup?.service ? await describeService(queries, setup.service) : null,
    recordAhead: settings.recordAhead,
    popular: (await listPopularArticleIds(queries)).length,
    articles: await countAudioEnabledArticles(queries),
    narrators: (Object.keys(NARRATORS_BY_ID) as NarratorId[]).map((narrator) => {
      const ownTotals = totals.filter((each) => each.narrator === narrator);
      const ownCurrentTotals = ownTotals.filter((each) => currentTotals.includes(each));
      return {
        narrator,
        fingerprint: speech.fingerprints[narrator],
        voice: voices?.[narrator] ?? null,
        recorded: sum(ownCurrentTotals, 'recordings'),
        outdated: sum(ownTotals, 'recordings') - sum(ownCurrentTotals, 'recordings'),
        seconds: sum(ownCurrentTotals, 'seconds'),
      };
    }),
    speed: measureSpeed(currentTotals),
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
    failures: await countFailedNarrationJobs(queries, MAX_COUNTED_FAILED_RECORDINGS),
  };
}

/**
 * Returns true if a group of recordings was made with the narrator's current voice. Recordings without a voice
 * fingerprint are from older versions of Octavo. They count as current as long as the voices have never been changed in
 * the studio.
 */
function isInUse(
  { narrator, voiceFingerprint }: VoiceNarrationTotals,
  { fingerprints, former }: NarratorsReportSources['speech'],
): boolean {
  return (
    voiceFingerprint === fingerprints[narrator] || (voiceFingerprint === '' && former.length === 0)
  );
}

/** Lists the speech engines that are available in this process. */
function listAvailableEngines(speech: ActiveSpeechEngine): NarratorsReport['available'] {
  return SPEECH_ENGINE_KINDS.flatMap((kind) => {
    const setup = speech.findSetupIfAvailable(kind);
    return setup
      ? { kind, name: getModelFolderName(setup.choice), isInUse: kind === speech.kind }
      : [];
  });
}

/** Returns the settings and limits of the speech service, and its usage in the current month. */
async function describeService(
  queries: Queries,
  { access, limits }: NonNullable<SpeechSetup['service']>,
): Promise<SpeechServiceUsage> {
  const { month, characters, cost, refusedAt } = await getSpeechBudgetStatus(queries, limits);
  return {
    host: new URL(access.endpoint).host,
    model: access.model,
    month,
    characters,
    maxCharacters: Number.isFinite(limits.characters) ? limits.characters : null,
    cost,
    maxCost: limits.cost,
    price: limits.price,
    refusedAt: refusedAt?.toISOString() ?? null,
  };
}

/**
 * Returns the recording speed: the number of seconds of audio per second of recording time. Returns `null` if no
 * recording was timed.
 */
function measureSpeed(totals: readonly VoiceNarrationTotals[]): number | null {
  const recordingSeconds = sum(totals, 'took');
  return recordingSeconds > 0 ? sum(totals, 'timedSeconds') / recordingSeconds : null;
}

type Summable = 'recordings' | 'seconds' | 'bytes' | 'took' | 'timedSeconds';

function sum(totals: readonly VoiceNarrationTotals[], column: Summable): number {
  return totals.reduce((total, each) => total + each[column], 0);
}

/**
 * Returns the IDs and titles of the articles that recording jobs belong to, by article ID. Leaves out articles that are
 * not published.
 */
async function findTitles(
  queries: Queries,
  jobs: readonly { articleId: string | null }[],
): Promise<Map<string | null, { id: string; title: string }>> {
  const ids = new Set(jobs.flatMap(({ articleId }) => articleId ?? []));
  const articles = await findPublishedArticleMetasByIds(queries, [...ids]);
  return new Map(articles.map(({ id, title }) => [id, { id, title }]));
}
