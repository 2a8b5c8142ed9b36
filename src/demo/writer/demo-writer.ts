import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Queries } from '#server/platform/db/database.ts';
import type { AiWriter } from '#server/studio/writer/ai-writer.ts';
import { createAnthropicWriter } from '#server/studio/writer/anthropic-writer.ts';
import { createInProcessFetch } from '../shared/in-process-fetch.ts';
import { createDemoBatchApi } from './demo-batch-api.ts';
import { readDemoDrafts, readProposedPersonas } from './drafts.ts';
import type { DemoContent } from './request-outcome.ts';

export interface DemoWriterOptions {
  queries: Queries;
  /** The path of the library folder that contains the ready-made drafts. */
  libraryFolder: string;
  model: string;
  log: Pick<Logger, 'warn'>;
  /** The factor by which the simulated processing is accelerated. Default: 1. */
  speed?: number;
}

/**
 * Creates a replacement for Anthropic's service that runs inside the application, so that editors can try the studio
 * without an Anthropic account. After a few seconds, the replacement returns the drafts in `content/drafts/`. The real
 * client library calls it within this process, without using the network. Its batches are stored in the database, so
 * any process can return their results.
 */
export function createDemoWriter({
  queries,
  libraryFolder,
  model,
  log,
  speed = 1,
}: DemoWriterOptions): AiWriter {
  const apiKey = `sk-ant-demo${randomBytes(12).toString('hex')}`;
  let content: Promise<DemoContent> | undefined;
  const loadContent = () => {
    content ??= readContent(libraryFolder, (file, error) =>
      log.warn({ err: error }, `content/${file} cannot be read; the demo continues without it`),
    );
    return content;
  };
  const api = createDemoBatchApi({
    queries,
    key: apiKey,
    loadContent,
    speed,
  });
  return {
    ...createAnthropicWriter({
      apiKey,
      model,
      baseURL: 'http://demonstration.invalid',
      fetch: createInProcessFetch(api),
      isDemonstration: true,
    }),
    listDraftAuthors: async () => {
      const { drafts } = await loadContent();
      return [...new Set(drafts.map(({ alias }) => alias))];
    },
  };
}

async function readContent(
  libraryFolder: string,
  report: (file: string, error: unknown) => void,
): Promise<DemoContent> {
  const [drafts, proposals] = await Promise.all([
    readDemoDrafts(libraryFolder, report),
    readProposedPersonas(libraryFolder, report),
  ]);
  return { drafts, proposals };
}
