import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

export interface CrawlResult {
  /** The last HTTP status of each path, after all retries. */
  statuses: Map<string, number>;
  /** All error responses in order, including those to requests that the crawler then retried. */
  refusals: { path: string; status: number; retryAfter: string | undefined }[];
}

export interface CrawlOptions {
  /** The number of connections, and therefore of simultaneous requests. */
  connections: number;
  /** Returns true for a path that the crawler must skip. */
  isSkipped?: (path: string) => boolean;
}

/** Matches HTML attributes whose values are URLs or lists of URLs. */
const ATTRIBUTES = /\s(?:href|src|srcset|content)="([^"]*)"/gi;
const LOCATIONS = /<loc>([^<]*)<\/loc>/g;

/**
 * Requests every URL in a site's documents, as a link checker does. It uses HTTP/1.1 on a few connections, and sends
 * the next request as soon as a response has arrived. It obeys Retry-After, follows redirects, and reads complete
 * responses.
 */
export async function crawl(
  origin: string,
  { connections, isSkipped = () => false }: CrawlOptions,
): Promise<CrawlResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const result: CrawlResult = { statuses: new Map(), refusals: [] };
  const waitingPaths: string[] = [];
  const foundPaths = new Set<string>();
  let resumesAt = 0;

  const enqueue = (url: string, base: string) => {
    const target = URL.parse(url, base);
    if (target?.origin !== origin) return;
    const path = target.pathname + target.search;
    if (foundPaths.has(path) || isSkipped(path)) return;
    foundPaths.add(path);
    waitingPaths.push(path);
  };

  const visit = async (path: string): Promise<void> => {
    const pause = resumesAt - Date.now();
    if (pause > 0) await wait(pause);
    const response = await request(origin + path, agent);
    const { statusCode: status = 0, headers } = response;
    const body = await text(response);
    result.statuses.set(path, status);
    if (headers.location) enqueue(headers.location, origin + path);
    if (status >= 400) {
      const retryAfter = headers['retry-after'];
      result.refusals.push({ path, status, retryAfter });
      if (retryAfter === undefined) return;
      resumesAt = Math.max(resumesAt, Date.now() + Number(retryAfter) * 1000);
      waitingPaths.push(path);
      return;
    }
    if (/html|xml/.test(headers['content-type'] ?? ''))
      for (const url of listLinks(body)) enqueue(url, origin + path);
  };

  /** The requests in progress. The crawl ends when no request is in progress and no path is waiting. */
  const pendingVisits = new Set<Promise<void>>();
  enqueue('/', origin);
  enqueue('/sitemap.xml', origin);
  while (waitingPaths.length || pendingVisits.size) {
    while (waitingPaths.length && pendingVisits.size < connections) {
      const pendingVisit = visit(waitingPaths.shift()!).finally(() =>
        pendingVisits.delete(pendingVisit),
      );
      pendingVisits.add(pendingVisit);
    }
    await Promise.race(pendingVisits);
  }
  agent.destroy();
  return result;
}

function listLinks(document: string): string[] {
  const values = [...document.matchAll(ATTRIBUTES)].map(([, value]) => value!);
  const locations = [...document.matchAll(LOCATIONS)].map(([, location]) => location!);
  return [...values.flatMap(splitUrls), ...locations].map((url) => url.replaceAll('&amp;', '&'));
}

/** Returns the URLs in the value of an HTML attribute, which may be a `srcset` list. */
function splitUrls(value: string): string[] {
  if (/\s\d+[wx]\b/.test(value))
    return value.split(',').map((candidate) => candidate.trim().split(' ')[0]!);
  return /^(\/|https?:)/.test(value) ? [value] : [];
}

function request(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'identity' } }, resolve).once('error', reject);
  });
}
