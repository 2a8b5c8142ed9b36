import { PAYLOAD_PREFIX } from '#domain/page.ts';
import type { CachedPage, Encodings } from './page-cache.ts';

/** What of a page a request is for. */
export type Part = 'document' | 'payload';

/** Shared caches may be a minute old, and serve that while they ask for news. Browsers ask every time. */
export const PUBLIC = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
export const PRIVATE = 'private, no-cache';

const TYPES: Readonly<Record<Part, string>> = {
  document: 'text/html; charset=utf-8',
  payload: 'application/json; charset=utf-8',
};

/**
 * Query parameters a page depends on; every other one (campaigns, say) leaves the page what it is. In every
 * spelling of the path: one that leads to the canonical address takes them along.
 */
const PARAMETERS: readonly [path: RegExp, names: readonly string[]][] = [
  [/^\/+(articles|authors|explore)\/*$/i, ['category', 'subcategory', 'q']],
  [/^\/+auth\/*$/i, ['redirect', 'error', 'with']],
];

/** The headers of a page that is sent. */
export function headersOf(
  page: CachedPage,
  part: Part,
  encoding: keyof Encodings,
): Record<string, string> {
  return {
    ...freshnessOf(page),
    'content-type': TYPES[part],
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  };
}

/** The headers that caches go by, which an answer without a body has too. */
export function freshnessOf({ audience, status, etag, keys }: CachedPage): Record<string, string> {
  return {
    'cache-control': audience === 'public' && status === 200 ? PUBLIC : PRIVATE,
    vary: 'accept-encoding',
    etag,
    ...(keys.length ? { 'cache-tag': keys.join(',') } : {}),
  };
}

export function partOf(url: string): Part {
  return url.startsWith(`${PAYLOAD_PREFIX}/`) ? 'payload' : 'document';
}

/** The page a request is for: its path, and of its query what the page depends on. */
export function addressOf(url: string, part: Part): string {
  const address = part === 'payload' ? url.slice(PAYLOAD_PREFIX.length) : url;
  const mark = address.indexOf('?');
  if (mark < 0) return address;
  const path = address.slice(0, mark);
  const [, names] = PARAMETERS.find(([pattern]) => pattern.test(path)) ?? [];
  if (!names) return path;
  const given = new URLSearchParams(address.slice(mark));
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = given.get(name)?.trim();
    if (value) kept.set(name, value);
  }
  return kept.size ? `${path}?${kept}` : path;
}
