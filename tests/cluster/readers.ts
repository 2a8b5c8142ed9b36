import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SignedInAccount } from './accounts.ts';
import { type RequestOutcome, WebClient } from './client.ts';
import { CLUSTER_ADDRESSES } from './cluster.ts';
import type { PublishedContent } from './writers.ts';

/**
 * The groups of simulated readers. Each group requests one kind of content: cached pages, uncached responses, or
 * personal data.
 */
export const READER_GROUPS = ['cached', 'uncached', 'personal'] as const;
export type ReaderGroup = (typeof READER_GROUPS)[number];

/** Milliseconds that a reader waits between requests. */
const PAUSE = 150;
/** Timeout, in milliseconds, for each request that fills a page cache. */
const FILL_TIMEOUT = 15_000;

/** Returns the paths of the pages that both web processes cache before the first failure. */
function listCachedPaths({ articles }: PublishedContent): string[] {
  return ['/', '/about', '/articles', '/authors', ...articles.slice(0, 4).map(({ path }) => path)];
}

/** Requests every page for the reader group `cached` from each web process, so that all caches contain these pages. */
export async function fillPageCaches(content: PublishedContent): Promise<void> {
  for (const address of CLUSTER_ADDRESSES.webProcesses)
    for (const path of listCachedPaths(content)) {
      const url = `http://${address}${path}`;
      const { status } = await fetch(url, { signal: AbortSignal.timeout(FILL_TIMEOUT) });
      if (status !== 200) throw new Error(`${path} responds with ${status}.`);
    }
}

/**
 * Simulates one reader from a group until `stopped` is aborted. Passes the outcome of each request to `onOutcome`. The
 * groups request:
 *
 * - cached: pages in the caches of the web processes
 * - uncached: searches, and URLs of articles that do not exist, both with random words
 * - personal: the list of a reader's bookmarks
 */
export async function runReader(
  group: ReaderGroup,
  content: PublishedContent,
  { session }: SignedInAccount,
  onOutcome: (outcome: RequestOutcome, path: string) => void,
  stopped: AbortSignal,
): Promise<void> {
  const client = new WebClient();
  const cached = listCachedPaths(content);
  for (let count = 0; !stopped.aborted; count++) {
    const word = randomBytes(4).toString('hex');
    const path = {
      cached: cached[count % cached.length]!,
      uncached:
        count % 2
          ? `/api/v1/search?q=${word}`
          : `/${content.articles[0]!.authorAlias}/no-article-${word}`,
      personal: '/api/v1/bookmarks?limit=20',
    }[group];
    const outcome = await client.request(path, group === 'personal' ? { session } : {});
    onOutcome(outcome, path);
    await wait(PAUSE);
  }
}
