import { brotliCompressSync } from 'node:zlib';
import { type BrowserContext, chromium } from 'playwright-core';
import { CHROMIUM_ARGS, findChromiumPath } from '../scripts/chromium.mjs';
import { sendRequest } from './http-client.ts';

/** Resource types of a page, as browsers name them. All other types count as pictures. */
export const RESOURCE_TYPES = ['document', 'script', 'stylesheet', 'font', 'image'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/**
 * The number of requests of a visit, and the transferred bytes by resource type, without headers. Inline styles count
 * both as part of the document and as a style sheet.
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
  onceWanted: TransferTotals;
}

/** The phone that Lighthouse simulates. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/**
 * Measures the weight of each given page on a first visit with a phone. Returns undefined if Chromium is not installed.
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
      weights.push({ name, ...(await visit(context, url)) });
      await context.close();
    }
    return weights;
  } finally {
    await browser.close();
  }
}

async function visit(context: BrowserContext, url: string) {
  const page = await context.newPage();
  const loads: { kind: ResourceType; url: string }[] = [];
  page.on('requestfinished', (request) => {
    const kind = RESOURCE_TYPES.find((kind) => kind === request.resourceType()) ?? 'image';
    loads.push({ kind, url: request.url() });
  });
  await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 });
  const onArrival = await weightOf([...loads]);
  const isAlive = page.evaluate(
    () => new Promise<void>((resolve) => addEventListener('octavo:hydrated', () => resolve())),
  );
  await page.keyboard.press('Shift');
  await isAlive;
  return { onArrival, onceWanted: await weightOf([...loads]) };
}

async function weightOf(
  loads: readonly { kind: ResourceType; url: string }[],
): Promise<TransferTotals> {
  const bytes = Object.fromEntries(RESOURCE_TYPES.map((kind) => [kind, 0])) as Record<
    ResourceType,
    number
  >;
  for (const { kind, url } of loads) bytes[kind] += (await sendRequest({ url })).body.length;
  // Inline styles are also compressed separately, since their share of the document's compressed size is unknown.
  for (const { url } of loads.filter(({ kind }) => kind === 'document'))
    bytes.stylesheet += brotliCompressSync(await stylesIn(url)).length;
  return { requests: loads.length, bytes };
}

async function stylesIn(url: string): Promise<string> {
  const document = await (await fetch(url)).text();
  return [...document.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, style]) => style).join('');
}
