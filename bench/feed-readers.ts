import { CATEGORIES } from '#domain/categories.ts';
import {
  ALL_ARTICLES_SCOPE,
  WEB_FEED_FORMATS,
  type WebFeedScope,
  webFeedPath,
} from '#domain/web-feeds.ts';
import { type BenchmarkProcesses, type DataSetServer, median } from './benchmark-processes.ts';
import { calculateAuthorCount, getArticlePath, getAuthorAlias } from './data-set.ts';
import { sendRequest } from './http-client.ts';
import type { LoadTestEnd } from './load-generator.ts';
import { measureLoad } from './measure-load.ts';
import { formatCount, type MeasurementResult } from './measurement-result.ts';
import { formatMegabytes, formatThreeSignificantDigits } from './report.ts';

/**
 * A number of feed readers. The report estimates how long the server needs to respond if each of them polls all feeds
 * once.
 */
const READERS = 1000;
/**
 * The minimum number of feed polls per second of processor time, as a share of the corresponding number for cached
 * pages.
 */
const MIN_POLL_EFFICIENCY_SHARE = 0.8;
/** Maximum size of a feed without compression, in megabytes. */
const MAX_FEED_MEGABYTES = 1;
/** Maximum size of a sitemap without compression, in megabytes. Search engines accept up to 50 MB. */
const MAX_SITEMAP_MEGABYTES = 4;

/**
 * Measures how fast the server responds to feed readers, which poll all web feeds with conditional requests. Compares
 * the rate of these polls with the rate of requests for a cached page. Also measures the sizes of feeds and sitemaps.
 * Uses the largest data set.
 */
export async function measureWebFeedRequests(rig: BenchmarkProcesses): Promise<MeasurementResult> {
  const dataSet = rig.dataSetServers.at(-1)!;
  const feeds = await readFeeds(dataSet);
  const polls = feeds.map(({ url, etag }) => ({ url, headers: { 'if-none-match': etag } }));
  const page = [{ url: dataSet.origin + getArticlePath(0, dataSet.size) }];
  const runGroup = async (until: LoadTestEnd) => ({
    page: await measureLoad(dataSet.server, rig.load, page, until),
    polls: await measureLoad(dataSet.server, rig.load, polls, until),
  });
  const { warmUp, groups: count } = rig.effort.cachedPage;
  await runGroup({ minRequests: warmUp });
  const groups: Awaited<ReturnType<typeof runGroup>>[] = [];
  for (let index = 0; index < count; index++)
    groups.push(await runGroup({ seconds: rig.effort.seconds }));
  const rate = median(groups.map(({ polls }) => polls.rate));
  const sitemaps = await readSitemaps(dataSet);
  const largestFeed = Math.max(...feeds.map(({ bytes }) => bytes));
  const largestSitemap = Math.max(...sitemaps);
  return {
    tables: [
      {
        title: `Feed readers, ${formatCount(dataSet.size)} articles, ${formatCount(feeds.length)} feeds`,
        columns: [''],
        rows: [
          buildRow('cached pages/s', median(groups.map(({ page }) => page.rate))),
          buildRow('polls/s', rate),
          buildRow(
            `seconds for ${formatCount(READERS)} readers to poll all feeds`,
            (READERS * feeds.length) / rate,
          ),
        ],
      },
      {
        title: 'Texts for programs without compression, MB',
        columns: ['number', 'largest', 'in all'],
        rows: [
          buildSizeRow(
            'feeds',
            feeds.map(({ bytes }) => bytes),
          ),
          buildSizeRow('sitemaps', sitemaps),
        ],
      },
    ],
    limits: [
      {
        name: 'polls of feeds over cached pages, per processor second',
        measured: median(groups.map(({ page, polls }) => polls.efficiency / page.efficiency)),
        limit: MIN_POLL_EFFICIENCY_SHARE,
        bound: 'at least',
        unit: '',
      },
      buildSizeLimit('largest feed', largestFeed, MAX_FEED_MEGABYTES),
      buildSizeLimit('largest sitemap', largestSitemap, MAX_SITEMAP_MEGABYTES),
    ],
  };
}

/** Requests every web feed once, without compression. Returns the URL, the ETag and the size of each feed. */
async function readFeeds({ origin, size }: DataSetServer) {
  const scopes: WebFeedScope[] = [
    ALL_ARTICLES_SCOPE,
    ...CATEGORIES.flatMap(({ id, subcategories }) => [
      { category: id, subcategory: null },
      ...subcategories.map((each) => ({ category: id, subcategory: each.id })),
    ]),
    ...Array.from({ length: calculateAuthorCount(size) }, (_, at) => ({
      alias: getAuthorAlias(at),
    })),
  ];
  const feeds: { url: string; etag: string; bytes: number }[] = [];
  for (const scope of scopes)
    for (const format of WEB_FEED_FORMATS) {
      const url = origin + webFeedPath(scope, format);
      const { rawHeaders, body } = await sendRequest({ url, headers: UNCOMPRESSED });
      const etagIndex = rawHeaders.findIndex((name) => name.toLowerCase() === 'etag');
      feeds.push({ url, etag: rawHeaders[etagIndex + 1]!, bytes: body.length });
    }
  return feeds;
}

/** Requests every sitemap once, without compression. Returns their sizes in bytes. */
async function readSitemaps({ origin }: DataSetServer): Promise<number[]> {
  const index = await sendRequest({ url: `${origin}/sitemap.xml`, headers: UNCOMPRESSED });
  const sizes = [index.body.length];
  const text = Buffer.from(index.body).toString();
  for (const [, path] of text.matchAll(/<loc>https?:\/\/[^/<]+(\/sitemap-[^<]+)<\/loc>/g))
    sizes.push((await sendRequest({ url: origin + path!, headers: UNCOMPRESSED })).body.length);
  return sizes;
}

const UNCOMPRESSED = { 'accept-encoding': 'identity' };

function buildRow(name: string, value: number) {
  return { name, cells: [formatThreeSignificantDigits(value)] };
}

function buildSizeRow(name: string, sizes: readonly number[]) {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return {
    name,
    cells: [formatCount(sizes.length), formatMegabytes(Math.max(...sizes)), formatMegabytes(total)],
  };
}

function buildSizeLimit(name: string, bytes: number, limit: number) {
  return { name, measured: bytes / 1024 ** 2, limit, bound: 'at most', unit: ' MB' } as const;
}
