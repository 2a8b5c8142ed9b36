import type { Logger } from 'pino';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import type { Config } from '#server/platform/config.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { AiWriter, AiWriterSetup } from './ai-writer.ts';
import { createAnthropicWriter } from './anthropic-writer.ts';

/**
 * Returns Anthropic's service as the AI writer if an API key is configured, and otherwise the demo writer. In
 * production, there is no AI writer without a key, because readers could mistake the demo's articles for real ones.
 */
export async function chooseAiWriterSetup(
  config: Config,
  queries: Queries,
  log: Pick<Logger, 'warn'>,
): Promise<AiWriterSetup> {
  const { ANTHROPIC_API_KEY: apiKey, ANTHROPIC_MODEL: model, APP_ENV } = config;
  const { AI_MONTHLY_BUDGET: monthlyBudget, ANTHROPIC_BASE_URL: baseURL } = config;
  if (apiKey)
    return createAiWriterSetup(createAnthropicWriter({ apiKey, model, baseURL }), monthlyBudget);
  if (APP_ENV === 'prod') return createAiWriterSetup(undefined, monthlyBudget);
  const { createDemoWriter } = await import('#demo/writer/demo-writer.ts');
  const demoWriter = createDemoWriter({
    queries,
    libraryFolder: SHIPPED_LIBRARY_FOLDER,
    model,
    log,
  });
  return createAiWriterSetup(demoWriter, monthlyBudget);
}

/** Combines an AI writer with its monthly budget in US dollars. */
export function createAiWriterSetup(
  writer: AiWriter | undefined,
  monthlyBudget: number,
): AiWriterSetup {
  const unavailableReason = writer
    ? undefined
    : 'No AI service is configured. Set ANTHROPIC_API_KEY.';
  return { writer, unavailableReason, monthlyBudget };
}
