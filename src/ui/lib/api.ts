import type { ArticleIdentity } from '#domain/article.ts';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import { readIdTokenCookie } from './id-token.ts';
import { holdErrorsWhileLeavingDocument } from './leaving.ts';
import { computeSha256Hex } from './sha256-hex.ts';

/** The prefix of all API paths (spec 7). */
export const API_PREFIX = '/api/v1';

/** An error response from the API, with its status and message (spec 8). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Registers a callback for responses with status 401, which means that no reader is signed in. The callback runs before
 * the request's promise rejects, so the code that sent the request already sees the signed-out state.
 */
export function onUnauthorized(onSignedOut: (token: string | undefined) => void): void {
  unauthorizedListeners.add(onSignedOut);
}

/**
 * Calls the registered callbacks after a response with status 401. `token` is the value that the `id_token` cookie had
 * when the request was sent. If the cookie has changed since then, a callback must not sign the reader out, because the
 * response belongs to an earlier session.
 */
export function notifyUnauthorizedListeners(token: string | undefined): void {
  for (const onSignedOut of unauthorizedListeners) onSignedOut(token);
}

const unauthorizedListeners = new Set<(token: string | undefined) => void>();

type QueryValue = string | number | null | undefined;

/**
 * Sends a GET request. Omits query parameters with empty values (spec 5). Throws {@link ApiError}
 * for an error response, or `TypeError` if the server cannot be reached.
 */
export function sendGet<T>(
  path: string,
  query: Readonly<Record<string, QueryValue>> = {},
  signal?: AbortSignal,
): Promise<T> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  return sendRequest<T>(search.size ? `${path}?${search}` : path, { signal: signal ?? null });
}

/**
 * Sends a POST request with a hash of its body, which the server checks (spec 7). Throws the same errors as
 * {@link sendGet}.
 */
export async function sendPost<T>(path: string, body: unknown, init: RequestInit = {}): Promise<T> {
  return sendRequest<T>(path, { ...init, ...(await createInitWithBody('POST', body)) });
}

/** Sends a POST request like {@link sendPost}, but returns the response body as bytes instead of parsing it as JSON. */
export async function sendPostForFile(
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const init = { signal, ...(await createInitWithBody('POST', body)) };
  return sendRequest(path, init, (response) => response.arrayBuffer());
}

/** Sends a PUT request with a hash of its body. The body may be empty. Throws the same errors as {@link sendGet}. */
export async function sendPut<T>(path: string, body?: unknown, init: RequestInit = {}): Promise<T> {
  return sendRequest<T>(path, { ...init, ...(await createInitWithBody('PUT', body)) });
}

/** Sends a DELETE request. Throws the same errors as {@link sendGet}. */
export function sendDelete<T>(path: string): Promise<T> {
  return sendRequest<T>(path, { method: 'DELETE' });
}

/** Returns the API path for an action on an article, such as `report`. */
export function articleActionApiPath(
  { authorAlias, id }: ArticleIdentity,
  action: 'bookmark' | 'feedback' | 'report' | 'place' | 'reading' | 'lines',
): string {
  return `/articles/${encodeURIComponent(authorAlias)}/${id}/${action}`;
}

async function createInitWithBody(method: string, body: unknown): Promise<RequestInit> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const hashHeader = { 'x-content-sha256': await computeSha256Hex(new TextEncoder().encode(text)) };
  if (!text) return { method, headers: hashHeader };
  return { method, body: text, headers: { ...hashHeader, 'content-type': 'application/json' } };
}

async function sendRequest<T>(
  path: string,
  init: RequestInit,
  readBody: (response: Response) => Promise<T> = readData,
): Promise<T> {
  const token = readIdTokenCookie();
  const response = await holdErrorsWhileLeavingDocument(fetch(API_PREFIX + path, init));
  if (response.status === 401) {
    notifyUnauthorizedListeners(token);
    // The request was sent with an earlier session's token, so it is sent again with the current token.
    if (readIdTokenCookie() && readIdTokenCookie() !== token)
      return sendRequest(path, init, readBody);
  }
  if (response.ok) return readBody(response);
  const { error } = await readEnvelope(response);
  throw new ApiError(response.status, error || response.statusText || ERROR_MESSAGES.unknownError);
}

interface Envelope {
  data?: unknown;
  error?: string;
}

/**
 * Reads the JSON body of a response. Returns an empty object if the body is empty or is not JSON, as in error responses
 * from a proxy.
 */
function readEnvelope(response: Response): Promise<Envelope> {
  return response.json().catch(() => ({}));
}

async function readData<T>(response: Response): Promise<T> {
  return (await readEnvelope(response)).data as T;
}
