import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/database.ts';
import { createOrUpdateQueues } from '#server/platform/jobs/queues.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { createApiCaller, signInTestReader } from '#server/testing/reader.ts';
import { aiRequests } from '../ai-request-store/schema.ts';
import { createAiRequestJobs } from '../ai-requests/poll-job.ts';
import { submitOrPollAiRequest } from '../ai-requests/submit-or-poll-ai-request.ts';
import type { AiWriter, AiWriterSetup } from '../writer/ai-writer.ts';
import { createAiWriterSetup } from '../writer/choose-ai-writer-setup.ts';

/** A test app with twenty articles, a signed-in editor and an AI writer that the test chooses. */
export interface TestStudio extends TestApp {
  call: ReturnType<typeof createApiCaller>;
  writing: AiWriterSetup;
  /** Processes each open AI request once (submits it or polls it), even if it is not due yet. */
  step(): Promise<void>;
}

export async function openTestStudio(
  database: Database,
  writer: AiWriter | undefined,
  budget = 50,
): Promise<TestStudio> {
  const writing = createAiWriterSetup(writer, budget);
  await createOrUpdateQueues(database, createAiRequestJobs(database.queries, writing));
  const test = await createTestApp(database, {}, undefined, undefined, { writing });
  const reader = await signInTestReader(database, 'grace');
  await updateRole(database.queries, reader.user.id, 'editor');
  return {
    ...test,
    writing,
    call: createApiCaller(test, reader),
    step: () => advanceOpenRequestsOneStep(database, writing),
  };
}

/**
 * Processes each open AI request once (submits it or polls it), even if it is not due yet. Skips requests that are
 * waiting for an editor's decision.
 */
export async function advanceOpenRequestsOneStep(
  { queries }: Database,
  writing: AiWriterSetup,
): Promise<void> {
  const openRequests = await queries
    .select()
    .from(aiRequests)
    .where(
      and(
        inArray(aiRequests.status, ['in_progress', 'canceling']),
        isNull(aiRequests.outcomeUnknownAt),
      ),
    );
  const { signal } = new AbortController();
  const writer = writing.writer!;
  for (const request of openRequests)
    await submitOrPollAiRequest({ queries, writing, writer, signal }, request);
}

/** Deletes all AI requests, ideas and AI reviews, and every article and author that does not come from the library. */
export async function clearStudio({ queries }: Database): Promise<void> {
  await emptyTables(
    queries,
    'request_items',
    'writing_requests',
    'article_ideas',
    'article_reviews',
    'demo_batches',
  );
  await queries.execute(sql`DELETE FROM articles WHERE source_hash IS NULL`);
  await queries.execute(sql`DELETE FROM authors WHERE source_hash IS NULL`);
}
