import { READER_ID_HEADER } from '#domain/offline.ts';
import { computeSha256Hex } from '#ui/lib/sha256-hex.ts';
import type { ActionResponse } from './outbox.ts';
import { toActionRequest, type WaitingAction } from './waiting-action.ts';

/** A function that sends a request to the API. `path` is relative to the API. */
export type FetchFromApi = (path: string, init?: RequestInit) => Promise<Response>;

/** Request timeout in milliseconds. */
const SEND_TIMEOUT = 10_000;

/**
 * Sends an action to the server. The server rejects it if another reader has signed in. Resolves with `undefined` if
 * the server cannot be reached or its response is incomplete.
 */
export async function sendAction(
  fetchFromApi: FetchFromApi,
  reader: string,
  action: WaitingAction,
): Promise<ActionResponse | undefined> {
  const { method, path, body } = toActionRequest(action, Date.now());
  const headers: Record<string, string> = { [READER_ID_HEADER]: reader };
  if (body) headers['content-type'] = 'application/json';
  if (method === 'PUT')
    headers['x-content-sha256'] = await computeSha256Hex(new TextEncoder().encode(body));
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), SEND_TIMEOUT);
  try {
    const init = { method, headers, body: body || null, signal: controller.signal };
    const response = await fetchFromApi(path, init);
    const { data, error } = parseEnvelope(await response.text());
    return {
      status: response.status,
      message: error ?? '',
      retryAfter: Number(response.headers.get('retry-after')) || undefined,
      lineId: data?.id,
    };
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Parses the JSON body of an API response. Returns an empty object if the body is not JSON, for example if a proxy has
 * responded.
 */
function parseEnvelope(text: string): { data?: { id?: string }; error?: string } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
