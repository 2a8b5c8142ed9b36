import type { Logger } from 'pino';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import type { Config } from '#server/platform/config.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { draftingOf } from '#server/studio/drafting/article-requests.ts';
import { IDEA_REQUESTS } from '#server/studio/ideas/idea-requests.ts';
import { PERSONA_REQUESTS } from '#server/studio/personas/persona-requests.ts';
import type { AiWriting } from '#server/studio/requests/create-request.ts';
import { pollJob, pollWatchdog } from '#server/studio/requests/poll-job.ts';
import { eraseResultType, type Kinds } from '#server/studio/requests/request-kind.ts';
import { IMPROVEMENT_REQUESTS } from '#server/studio/reviews/improvement-requests.ts';
import { REVIEW_REQUESTS } from '#server/studio/reviews/review-requests.ts';
import type { AiWriter } from '#server/studio/writer/ai-writer.ts';
import { createAnthropicWriter } from '#server/studio/writer/anthropic-writer.ts';

/** How Octavo has things written, and all that can be asked for. */
export interface ChosenWriting {
  writing: AiWriting;
  kinds: Kinds;
}

/**
 * Anthropic's service where there is a key, and otherwise the demonstration; in prod, without a key, nobody. What is
 * made up must not stand in front of readers as if somebody had meant it.
 */
export async function chooseAiWriting(
  config: Config,
  queries: Queries,
  log: Pick<Logger, 'warn'>,
): Promise<ChosenWriting> {
  const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_MODEL: model, APP_ENV } = config;
  const { AI_MONTHLY_BUDGET: budget, ANTHROPIC_BASE_URL: baseURL } = config;
  if (apiKey) return createAiWriting(createAnthropicWriter({ apiKey, model, baseURL }), budget);
  if (APP_ENV === 'prod') return createAiWriting(undefined, budget);
  const { createDemoWriter } = await import('#demo/writer/demo-writer.ts');
  return createAiWriting(
    createDemoWriter({ queries, library: SHIPPED_LIBRARY_FOLDER, model, log }),
    budget,
  );
}

/** The same with a writer of one's own. */
export function createAiWriting(writer: AiWriter | undefined, budget: number): ChosenWriting {
  const obstacle = writer ? undefined : 'Nobody is there to write: set ANTHROPIC_API_KEY.';
  const writing: AiWriting = { writer, unavailableReason: obstacle, monthlyBudget: budget };
  const kinds: Kinds = {
    generate_authors: eraseResultType(PERSONA_REQUESTS),
    generate_article_ideas: eraseResultType(IDEA_REQUESTS),
    generate_articles: eraseResultType(draftingOf(writing)),
    review_articles: eraseResultType(REVIEW_REQUESTS),
    improve_articles: eraseResultType(IMPROVEMENT_REQUESTS),
  };
  return { writing, kinds };
}

/** What brings requests further, on any process. */
export function aiRequestJobs(queries: Queries, { writing, kinds }: ChosenWriting): Job[] {
  return [pollJob(queries, writing, kinds), pollWatchdog(queries)];
}
