import type { ArticleIdentity } from '#domain/article.ts';
import { MESSAGES } from '#domain/messages.ts';
import { contentHash } from './content-hash.ts';
import { readIdToken } from './id-token.ts';

/** Every call starts with this (spec 7). */
const BASE = '/api/v1';

/** What the server refused: the status, and the message it gave (spec 8). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Calls `onSignedOut` whenever the server answers a call with 401, which says that nobody is signed in: before
 * that call fails, so that who made it finds things as they are.
 */
export function onUnauthorized(onSignedOut: (token: string | undefined) => void): void {
  watchers.add(onSignedOut);
}

/**
 * Reports a 401 response to a request that was sent while the `id_token` cookie was `token`. A reader who has signed in
 * since stays signed in.
 */
export function notifyUnauthorized(token: string | undefined): void {
  for (const onSignedOut of watchers) onSignedOut(token);
}

const watchers = new Set<(token: string | undefined) => void>();

type QueryValue = string | number | null | undefined;

/** GET, with empty parameters dropped (spec 5). Throws {@link ApiError}, or `TypeError` when offline. */
export function get<T>(
  path: string,
  query: Readonly<Record<string, QueryValue>> = {},
  signal?: AbortSignal,
): Promise<T> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  return call<T>(search.size ? `${path}?${search}` : path, { signal: signal ?? null });
}

/** POST with the content hash the server checks (spec 7). Throws like {@link get}. */
export async function post<T>(path: string, body: unknown, init: RequestInit = {}): Promise<T> {
  return call<T>(path, { ...init, ...(await withBody('POST', body)) });
}

/** PUT, with the content hash like {@link post}, of nothing where there is no body. Throws like {@link get}. */
export async function put<T>(path: string, body?: unknown, init: RequestInit = {}): Promise<T> {
  return call<T>(path, { ...init, ...(await withBody('PUT', body)) });
}

/** DELETE. Throws like {@link get}. */
export function remove<T>(path: string): Promise<T> {
  return call<T>(path, { method: 'DELETE' });
}

/** The path of what a reader does to an article. */
export function articleApiPath(
  { authorAlias, id }: ArticleIdentity,
  what: 'bookmark' | 'feedback' | 'report' | 'place',
): string {
  return `/articles/${encodeURIComponent(authorAlias)}/${id}/${what}`;
}

async function withBody(method: string, body: unknown): Promise<RequestInit> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const hash = { 'x-content-sha256': await contentHash(new TextEncoder().encode(text)) };
  if (!text) return { method, headers: hash };
  return { method, body: text, headers: { ...hash, 'content-type': 'application/json' } };
}

async function call<T>(path: string, init: RequestInit): Promise<T> {
  const token = readIdToken();
  const response = await fetch(BASE + path, init);
  if (response.status === 401) {
    notifyUnauthorized(token);
    // The request belonged to an earlier session: repeat it with the current one.
    if (readIdToken() && readIdToken() !== token) return call(path, init);
  }
  if (response.status === 204) return undefined as T;
  const envelope = (await response.json().catch(() => ({}))) as { data?: T; error?: string };
  if (!response.ok)
    throw new ApiError(
      response.status,
      envelope.error || response.statusText || MESSAGES.unknownError,
    );
  return envelope.data as T;
}
