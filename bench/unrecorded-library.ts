import { setTimeout as wait } from 'node:timers/promises';
import { NARRATORS_BY_ID } from '#domain/narrators.ts';
import { type HelperProcess, startHelperProcess } from './processes.ts';
import { chooseReaderNumberWithBookmarks, getSessionToken } from './readers.ts';
import { killRecordingProcesses } from './recording-processes.ts';
import type { ServerCommand } from './server-under-test.ts';
import type { ProcessUsage } from './usage.ts';

/** A server with the articles that ship with Octavo. Benchmarks use it to request narrations that do not exist yet. */
export interface UnrecordedLibraryServer {
  origin: string;
  server: HelperProcess<ServerCommand, ProcessUsage>;
  articlePath: string;
  /**
   * Returns the URLs, without extensions, of `count` narrations that do not exist yet. If not enough are left, deletes
   * all narrations first, so it must not be called while a narration is being recorded.
   */
  takeUnrecorded(count: number): Promise<string[]>;
  /** Requests the preview of a narration as a visitor, and resolves once the preview can be played. */
  requestPreview(narration: string): Promise<void>;
  /**
   * Requests the whole narration as a Premium reader, and resolves once its preview can be played. Returns the HTTP
   * status: 202 while the narration is being recorded, and 200 when it is complete.
   */
  requestWhole(narration: string): Promise<number>;
  /** Stops all recordings. Resolves once the recording processes have exited. */
  stopRecording(): Promise<void>;
}

export async function startUnrecordedLibraryServer(): Promise<UnrecordedLibraryServer> {
  const server = await startHelperProcess<ServerCommand, ProcessUsage, number>(
    'server-under-test',
    {
      DATA_SET_DATABASE_URL: '',
      DATA_SET_ARTICLE_COUNT: '',
    },
  );
  const origin = `http://127.0.0.1:${server.ready}`;
  const articles = await fetchArticles(origin);
  const narrations = Object.keys(NARRATORS_BY_ID).flatMap((narrator) =>
    articles.map(({ authorAlias, id }) => `${origin}/audio/${authorAlias}.${id}.${narrator}`),
  );
  let unrecorded = narrations;
  const cookie = `session=${getSessionToken(chooseReaderNumberWithBookmarks(articles.length))}`;
  return {
    origin,
    server,
    articlePath: articles[0]!.path,
    async takeUnrecorded(count) {
      if (unrecorded.length < count) {
        await server.request('deleteNarrations');
        unrecorded = narrations;
      }
      const claimed = unrecorded.slice(0, count);
      unrecorded = unrecorded.slice(count);
      return claimed;
    },
    async requestPreview(narration) {
      await fetchUntilReady(`${narration}.preview.json`, {});
    },
    requestWhole: (narration) => fetchUntilReady(`${narration}.json`, { cookie }),
    stopRecording: () => killRecordingProcesses(server.pid),
  };
}

/**
 * Requests a URL, and repeats the request as long as the server responds with 503. Returns the HTTP status. Rejects if
 * the server responds with another error.
 */
async function fetchUntilReady(url: string, headers: Record<string, string>): Promise<number> {
  for (;;) {
    const response = await fetch(url, { headers });
    await response.text();
    if (response.ok) return response.status;
    if (response.status !== 503) throw new Error(`${url} gave ${response.status}.`);
    await wait(1000 * Number(response.headers.get('retry-after') ?? 1));
  }
}

async function fetchArticles(origin: string) {
  const response = await fetch(`${origin}/api/v1/articles?limit=50`);
  const { data } = (await response.json()) as {
    data: { metas: { id: string; authorAlias: string; path: string }[] };
  };
  return data.metas;
}
