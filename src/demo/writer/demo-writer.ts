import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Queries } from '#server/platform/db/database.ts';
import type { AiWriter } from '#server/studio/writer/ai-writer.ts';
import { createAnthropicWriter } from '#server/studio/writer/anthropic-writer.ts';
import { createInProcessFetch } from '../shared/in-process-fetch.ts';
import type { DemoContent } from './answer-request.ts';
import { createDemoBatchApi } from './demo-batch-api.ts';
import { readDrafts, readProposals } from './drafts.ts';

export interface DemoWriterOptions {
  queries: Queries;
  /** Folder of the library whose drafts it hands out. */
  library: string;
  model: string;
  log: Pick<Logger, 'warn'>;
  speed?: number;
}

/**
 * Anthropic's service within the application, for trying the studio without an account anywhere: it answers some seconds
 * later, with the drafts in `content/drafts/`. The real library talks to it without a network, so nobody else can. What
 * it keeps is in the database: any process can answer.
 */
export function createDemoWriter({
  queries,
  library,
  model,
  log,
  speed: haste,
}: DemoWriterOptions): AiWriter {
  const apiKey = `sk-ant-demo${randomBytes(12).toString('hex')}`;
  let read: Promise<DemoContent> | undefined;
  const stock = () => {
    read ??= stockIn(library, (file, error) =>
      log.warn({ err: error }, `content/${file} cannot be read: the demonstration goes without it`),
    );
    return read;
  };
  const api = createDemoBatchApi({
    queries,
    key: apiKey,
    loadContent: stock,
    ...(haste && { speed: haste }),
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
      const { drafts } = await stock();
      return [...new Set(drafts.map(({ alias }) => alias))];
    },
  };
}

async function stockIn(
  library: string,
  report: (file: string, error: unknown) => void,
): Promise<DemoContent> {
  const [drafts, proposals] = await Promise.all([
    readDrafts(library, report),
    readProposals(library, report),
  ]);
  return { drafts, proposals };
}
