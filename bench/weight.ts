import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS, chromiumPath } from '../scripts/chromium.mjs';
import { ask } from './answers.ts';

export const KINDS = ['script', 'stylesheet', 'font'] as const;
export type Kind = (typeof KINDS)[number];

/** Compressed bytes of each kind that a first visit to a page transfers. */
export type Weight = Record<Kind, number>;

/**
 * The weight of the heaviest of some pages. What a page loads is asked of a Chromium, when there is one;
 * otherwise it is what its document names.
 */
export async function weigh(
  urls: readonly string[],
): Promise<{ weight: Weight; source: 'Chromium' | 'document' }> {
  const path = await chromiumPath().catch(() => undefined);
  const loads = path ? await loadedBy(path, urls) : await Promise.all(urls.map(namedBy));
  const weights = await Promise.all(loads.map(weightOf));
  const weight = Object.fromEntries(
    KINDS.map((kind) => [kind, Math.max(...weights.map((each) => each[kind]))]),
  ) as Weight;
  return { weight, source: path ? 'Chromium' : 'document' };
}

/** Addresses by kind. */
type Loads = readonly { kind: Kind; url: string }[];

async function loadedBy(executablePath: string, urls: readonly string[]): Promise<Loads[]> {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const loads: Loads[] = [];
    for (const url of urls) loads.push(await loadedIn(await browser.newContext(), url));
    return loads;
  } finally {
    await browser.close();
  }
}

async function loadedIn(
  context: Awaited<ReturnType<Awaited<ReturnType<typeof chromium.launch>>['newContext']>>,
  url: string,
): Promise<Loads> {
  const page = await context.newPage();
  const loads: { kind: Kind; url: string }[] = [];
  page.on('requestfinished', (request) => {
    const kind = KINDS.find((kind) => kind === request.resourceType());
    if (kind) loads.push({ kind, url: request.url() });
  });
  await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 });
  await context.close();
  return loads;
}

const NAMED: Record<Kind, RegExp> = {
  script: /<script[^>]* src="([^"]+)"|<link rel="modulepreload" href="([^"]+)"/g,
  stylesheet: /<link rel="stylesheet" href="([^"]+)"/g,
  font: /<link rel="preload" href="([^"]+)" as="font"/g,
};

async function namedBy(url: string): Promise<Loads> {
  const document = await (await fetch(url)).text();
  return KINDS.flatMap((kind) =>
    [...document.matchAll(NAMED[kind])].map(([, first, second]) => ({
      kind,
      url: new URL((first ?? second)!, url).href,
    })),
  );
}

async function weightOf(loads: Loads): Promise<Weight> {
  const weight: Weight = { script: 0, stylesheet: 0, font: 0 };
  const seen = new Set<string>();
  for (const { kind, url } of loads) {
    if (seen.has(url)) continue;
    seen.add(url);
    weight[kind] += (await ask({ url })).body.length;
  }
  return weight;
}
