import type { NarratorId } from '#domain/narrators.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { ServiceVoices } from '#speech/engines/service/service-voices.ts';
import type { SpeechSetup } from './choose-speech.ts';
import { listLatestFailedJobs } from './repository.ts';
import { getSpeechBudgetStatus, type SpeechBudgetStatus } from './speech-service/spending.ts';

/** The status of the speech engine, for operators and editors. */
export interface SpeechEngineStatus {
  engine: SpeechSetup['choice']['engine'];
  /** The version of the voices. Recordings of another version are outdated. */
  version: string;
  /**
   * The speech service and what was spent on it this month, if the engine is a service. Does not contain its API key.
   */
  service?: {
    /** The host and port of the service. */
    host: string;
    model: string;
    voices: ServiceVoices;
    budget: SpeechBudgetStatus;
  };
  /** The latest recordings that failed, newest first. */
  failures: NarrationFailure[];
}

export interface NarrationFailure {
  articleId: string | null;
  narrator: NarratorId | null;
  error: string;
  failedAt: Date;
}

/** The maximum number of failures in a status. */
const MAX_FAILURES = 20;

/** Returns the status of the speech engine. */
export async function getSpeechEngineStatus(
  queries: Queries,
  { choice, version, service }: SpeechSetup,
): Promise<SpeechEngineStatus> {
  const failures = await listLatestFailedJobs(queries, MAX_FAILURES);
  if (!service) return { engine: choice.engine, version, failures };
  const { voices } = service;
  const { endpoint, model } = service.access;
  const budget = await getSpeechBudgetStatus(queries, service.limits);
  const { host } = new URL(endpoint);
  return { engine: choice.engine, version, service: { host, model, voices, budget }, failures };
}
