import { brotliCompressSync } from 'node:zlib';
import { type BrowserContext, chromium } from 'playwright-core';
import { CHROMIUM_ARGS, findChromiumPath } from '../scripts/chromium.mjs';
import { sendRequest } from './http-client.ts';

/** The resource types that make up a page's weight, as browsers name them. All other types count as pictures. */
export const RESOURCE_TYPES = ['document', 'script', 'stylesheet', 'font', 'image'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/**
 * The requests during a visit to a page: their number, and the transferred bytes by resource type, without headers.
 * Inline styles are counted twice, as a part of the document and as a style sheet.
 */
export interface TransferTotals {
  requests: number;
  bytes: Record<ResourceType, number>;
}

export interface PageWeight {
  name: string;
  /** Requests that the page makes before any interaction. */
  onArrival: TransferTotals;
  /** All requests, including those after the first interaction. */
  afterInteraction: TransferTotals;
}

/** The phone that is simulated, with the same settings as in Lighthouse. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/**
 * Measures the number and size of the requests that each page makes on a first visit from a phone. Returns undefined if
 * Chromium is not installed.
 */
export async function measurePageWeight(
  pages: readonly { name: string; url: string }[],
): Promise<PageWeight[] | undefined> {
  const executablePath = await findChromiumPath().catch(() => undefined);
  if (!executablePath) return undefined;
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const weights: PageWeight[] = [];
    for (const { name, url } of pages) {
      const context = await browser.newContext(PHONE);
      weights.push({ name, ...(await measureVisit(context, url)) });
      await context.close();
    }
    return weights;
  } finally {
    await browser.close();
  }
}

async function measureVisit(context: BrowserContext, url: string) {
  const page = await context.newPage();
  const finishedRequests: { type: ResourceType; url: string }[] = [];
  page.on('requestfinished', (request) => {
    const type = RESOURCE_TYPES.find((type) => type === request.resourceType()) ?? 'image';
    finishedRequests.push({ type, url: request.url() });
  });
  await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 });
  const onArrival = await measureTransfers([...finishedRequests]);
  const hydration = page.evaluate(
    () => new Promise<void>((resolve) => addEventListener('octavo:hydrated', () => resolve())),
  );
  await page.keyboard.press('Shift');
  await hydration;
  return { onArrival, afterInteraction: await measureTransfers([...finishedRequests]) };
}

async function measureTransfers(
  finishedRequests: readonly { type: ResourceType; url: string }[],
): Promise<TransferTotals> {
  const bytes = Object.fromEntries(RESOURCE_TYPES.map((type) => [type, 0])) as Record<
    ResourceType,
    number
  >;
  for (const { type, url } of finishedRequests)
    bytes[type] += (await sendRequest({ url })).body.length;
  // Inline styles are compressed separately to estimate their compressed size, which is a part of the document's size.
  for (const { url } of finishedRequests.filter(({ type }) => type === 'document'))
    bytes.stylesheet += brotliCompressSync(await extractInlineStyles(url)).length;
  return { requests: finishedRequests.length, bytes };
}

async function extractInlineStyles(url: string): Promise<string> {
  const document = await (await fetch(url)).text();
  return [...document.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, style]) => style).join('');
}
