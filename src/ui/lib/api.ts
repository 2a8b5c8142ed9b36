import type { ArticleIdentity } from '#domain/article.ts';
import { MESSAGES } from '#domain/messages.ts';
import { contentHash } from './content-hash.ts';
import { readIdToken } from './id-token.ts';

/** The prefix of all API paths (spec 7). */
const BASE = '/api/v1';

/** An error response of the API: its status and its message (spec 8). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Calls `onSignedOut` on every 401 response, which means that nobody is signed in. The call comes before the request
 * rejects, so that its caller already sees the signed-out state.
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

/** Sends a GET request without empty parameters (spec 5). Throws {@link ApiError}, or `TypeError` when offline. */
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

/** Sends a POST request with the content hash that the server checks (spec 7). Throws like {@link get}. */
export async function post<T>(path: string, body: unknown, init: RequestInit = {}): Promise<T> {
  return call<T>(path, { ...init, ...(await withBody('POST', body)) });
}

/** Sends a PUT request with the content hash, that of an empty body if there is none. Throws like {@link get}. */
export async function put<T>(path: string, body?: unknown, init: RequestInit = {}): Promise<T> {
  return call<T>(path, { ...init, ...(await withBody('PUT', body)) });
}

/** Sends a DELETE request. Throws like {@link get}. */
export function remove<T>(path: string): Promise<T> {
  return call<T>(path, { method: 'DELETE' });
}

/** Returns the API path of a reader's action on an article. */
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
