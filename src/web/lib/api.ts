import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { MESSAGES } from '#domain/messages.ts';

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
export function post<T>(path: string, body: unknown, init: RequestInit = {}): Promise<T> {
  const text = JSON.stringify(body);
  return call<T>(path, {
    ...init,
    method: 'POST',
    body: text,
    headers: {
      'content-type': 'application/json',
      'x-content-sha256': bytesToHex(sha256(utf8ToBytes(text))),
    },
  });
}

async function call<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(BASE + path, init);
  if (response.status === 204) return undefined as T;
  const envelope = (await response.json().catch(() => ({}))) as { data?: T; error?: string };
  if (!response.ok)
    throw new ApiError(
      response.status,
      envelope.error || response.statusText || MESSAGES.unknownError,
    );
  return envelope.data as T;
}
