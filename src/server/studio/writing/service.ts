import type { Logger } from 'pino';
import { SHIPPED_LIBRARY } from '#server/catalogue/library/service.ts';
import type { Config } from '#server/platform/config.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { draftingOf } from '#server/studio/drafting/service.ts';
import { IDEAS } from '#server/studio/ideas/kind.ts';
import { PERSONAS } from '#server/studio/personas/kind.ts';
import { anyKind, type Kinds } from '#server/studio/requests/kinds.ts';
import type { Writing } from '#server/studio/requests/making.ts';
import { working, workOwed } from '#server/studio/requests/working.ts';
import { IMPROVEMENTS } from '#server/studio/reviews/improvement-kind.ts';
import { REVIEWS } from '#server/studio/reviews/review-kind.ts';
import { anthropicWriter } from '#server/studio/writer/anthropic.ts';
import type { Writer } from '#server/studio/writer/writer.ts';

/** How Octavo has things written, and all that can be asked for. */
export interface ChosenWriting {
  writing: Writing;
  kinds: Kinds;
}

/**
 * Anthropic's service where there is a key, and otherwise the demonstration; in prod, without a key, nobody. What is
 * made up must not stand in front of readers as if somebody had meant it.
 */
export async function chooseWriting(
  config: Config,
  queries: Queries,
  log: Pick<Logger, 'warn'>,
): Promise<ChosenWriting> {
  const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_MODEL: model, APP_ENV } = config;
  const { AI_MONTHLY_BUDGET: budget, ANTHROPIC_BASE_URL: baseURL } = config;
  if (apiKey) return openWriting(anthropicWriter({ apiKey, model, baseURL }), budget);
  if (APP_ENV === 'prod') return openWriting(undefined, budget);
  const { demoWriter } = await import('#demo/writer/demo-writer.ts');
  return openWriting(demoWriter({ queries, library: SHIPPED_LIBRARY, model, log }), budget);
}

/** The same with a writer of one's own. */
export function openWriting(writer: Writer | undefined, budget: number): ChosenWriting {
  const obstacle = writer ? undefined : 'Nobody is there to write: set ANTHROPIC_API_KEY.';
  const writing: Writing = { writer, obstacle, budget };
  const kinds: Kinds = {
    generate_authors: anyKind(PERSONAS),
    generate_article_ideas: anyKind(IDEAS),
    generate_articles: anyKind(draftingOf(writing)),
    review_articles: anyKind(REVIEWS),
    improve_articles: anyKind(IMPROVEMENTS),
  };
  return { writing, kinds };
}

/** What brings requests further, on any process. */
export function writingJobs(queries: Queries, { writing, kinds }: ChosenWriting): Job[] {
  return [working(queries, writing, kinds), workOwed(queries)];
}
