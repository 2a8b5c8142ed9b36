import type { PageHead, PagePayload, ScreenName, Screens } from '#domain/page.ts';
import { type ContentKey, lastChange } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';

/** What an address leads to. */
export type Resolution =
  | { kind: 'page'; page: Page }
  | { kind: 'redirect'; to: string; permanent: boolean };

export interface Page {
  payload: PagePayload;
  /** What the page is made from; it is out of date when one of these changes. None: it is never kept. */
  keys: readonly ContentKey[];
  /** `public`: the same for everybody. `private`: depends on the session or on what a reader typed. */
  audience: 'public' | 'private';
  /** Seconds it may be served for, when it shows what changes without a key's change; absent: any time. */
  maxAge?: number | undefined;
}

/** The payload of a screen that is as it should be. */
export function payload<Name extends ScreenName>(
  screen: Name,
  head: PageHead,
  props: Screens[Name],
): PagePayload {
  return { screen, status: 200, head, props } as unknown as PagePayload;
}

/** A page, by default the same for everybody. */
export function page(
  payload: PagePayload,
  keys: readonly ContentKey[],
  audience: Page['audience'] = 'public',
  maxAge?: number,
): Resolution {
  return { kind: 'page', page: { payload, keys, audience, maxAge } };
}

/** A way to another address that keeps the query, by default for good. */
export function redirect(path: string, { search }: URL, permanent = true): Resolution {
  return { kind: 'redirect', to: encodeURI(path) + search, permanent };
}

/** The timestamp of a page that is about no article in particular. */
export async function lastChanged(queries: Queries): Promise<string> {
  return (await lastChange(queries)).toISOString();
}
