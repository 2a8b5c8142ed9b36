import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { runsEverything } from '../../scripts/test-scope.mjs';
import { crawl } from '../support/crawler.ts';
import { STARTS_WITHIN, startAndWait, stopAll } from '../support/octavo.ts';

/** The crawl takes minutes on a busy machine, mostly because all pictures are drawn for the first time. */
vi.setConfig({ testTimeout: 15 * 60_000 + STARTS_WITHIN });

/** Skips fifteen of sixteen covers, by id: drawing all of them would take longer than the rest of this test. */
const isSkipped = (url: string) =>
  url.startsWith('/images/covers/') && !/^\/images\/covers\/[^.]*0\./.test(url);

describe.runIf(runsEverything())('a crawler that obeys Retry-After', () => {
  let folder: string;
  afterAll(async () => {
    await stopAll();
    await rm(folder, { recursive: true, force: true });
  });

  it('crawls the whole site after a first start without an error, on many connections', async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-crawl-'));
    const { origin } = await startAndWait({ DATA_DIR: folder, LOG_LEVEL: 'warn' });
    const site = origin.replace('127.0.0.1', 'localhost');
    const { statuses, refusals } = await crawl(site, { connections: 64, isSkipped });
    expect(statuses.size).toBeGreaterThan(1000);
    const unexpected = refusals.filter(({ path, status, retryAfter }) => {
      // These URLs of API calls and sign-ins appear in documents, so the crawler follows them.
      if (/^\/(api|oidc)\//.test(path)) return status >= 500;
      return !(status === 429 && retryAfter !== undefined);
    });
    expect(unexpected).toEqual([]);
    for (const [url, status] of statuses)
      if (!/^\/(api|oidc)\//.test(url)) expect(status, url).toBeLessThan(400);
  });
});
