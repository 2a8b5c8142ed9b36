import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Queries } from '#server/platform/db/database.ts';
import { anthropicWriter } from '#server/studio/writer/anthropic.ts';
import type { Writer } from '#server/studio/writer/writer.ts';
import { fetchFrom } from '../site/fetch-from.ts';
import type { Stock } from './answering.ts';
import { demoApi } from './api.ts';
import { readDrafts, readProposals } from './drafts.ts';

export interface DemoWriterOptions {
  queries: Queries;
  /** Folder of the library whose drafts it hands out. */
  library: string;
  model: string;
  log: Pick<Logger, 'warn'>;
  haste?: number;
}

/**
 * Anthropic's service within the application, for trying the studio without an account anywhere: it answers some seconds
 * later, with the drafts in `content/drafts/`. The real library talks to it without a network, so nobody else can. What
 * it keeps is in the database: any process can answer.
 */
export function demoWriter({ queries, library, model, log, haste }: DemoWriterOptions): Writer {
  const apiKey = `sk-ant-demo${randomBytes(12).toString('hex')}`;
  let read: Promise<Stock> | undefined;
  const stock = () => {
    read ??= stockIn(library, (file, error) =>
      log.warn({ err: error }, `content/${file} cannot be read: the demonstration goes without it`),
    );
    return read;
  };
  const api = demoApi({ queries, key: apiKey, stock, ...(haste && { haste }) });
  return {
    ...anthropicWriter({
      apiKey,
      model,
      baseURL: 'http://demonstration.invalid',
      fetch: fetchFrom(api),
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
): Promise<Stock> {
  const [drafts, proposals] = await Promise.all([
    readDrafts(library, report),
    readProposals(library, report),
  ]);
  return { drafts, proposals };
}
