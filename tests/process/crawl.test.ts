import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { crawl } from '../support/crawler.ts';
import { killStartedProcesses, START_TIMEOUT, startOctavoAndWait } from '../support/octavo.ts';

/**
 * The timeout is long, because the server draws each picture at its first request. On a busy machine, the crawl
 * therefore takes minutes.
 */
vi.setConfig({ testTimeout: 15 * 60_000 + START_TIMEOUT });

/**
 * Returns true for the URLs of fifteen out of sixteen covers and share cards. Drawing all of them would take longer
 * than the rest of this test. A hash selects them, so every run requests the same ones.
 */
const isSkipped = (url: string) =>
  /^\/images\/(covers|cards)\//.test(url) &&
  !createHash('sha256').update(url).digest('hex').endsWith('0');

describe.runIf(isRunOfAllTests())('a crawler that obeys Retry-After', () => {
  let folder: string;
  afterAll(async () => {
    await killStartedProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  it('crawls the whole site after a first start without an error, on many connections', async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-crawl-'));
    const { origin } = await startOctavoAndWait({ DATA_DIR: folder, LOG_LEVEL: 'warn' });
    const site = origin.replace('127.0.0.1', 'localhost');
    const { statuses, refusals } = await crawl(site, { connections: 64, isSkipped });
    expect(statuses.size).toBeGreaterThan(1000);
    const unexpected = refusals.filter(({ path, status, retryAfter }) => {
      // The crawler also requests the URLs of API calls and sign-ins that documents contain. For these requests, only
      // server errors are unexpected responses.
      if (/^\/(api|oidc)\//.test(path)) return status >= 500;
      // A 503 response with Retry-After is accepted, because drawing a picture or rendering a page on a busy machine
      // may exceed the time limit of the request.
      const mayRetry = status === 429 || status === 503;
      return !(mayRetry && retryAfter !== undefined);
    });
    expect(unexpected).toEqual([]);
    for (const [url, status] of statuses)
      if (!/^\/(api|oidc)\//.test(url)) expect(status, url).toBeLessThan(400);
  });
});
