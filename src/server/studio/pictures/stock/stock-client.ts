import type { z } from 'zod';
import { STOCK_SERVICES, type StockPage, type StockServiceId } from '#domain/studio/pictures.ts';
import { BusyError, ConflictError, NotFoundError, TooManyError } from '#server/platform/errors.ts';

/** A service with pictures that may be shown with a credit. */
export interface StockService {
  id: StockServiceId;
  /** Searches for pictures. Pages count from 1. Throws like {@link fetchStockJson}. */
  search(query: string, page: number): Promise<StockPage>;
  /** Returns a chosen picture by the service's rules. Throws like {@link fetchStockJson}. */
  take(id: string): Promise<ChosenStockPicture>;
}

/** A picture of a stock service, ready to be shown. */
export interface ChosenStockPicture {
  sourceId: string;
  user: string;
  userProfile: string;
  alt: string;
  width: number;
  height: number;
  /** Average color as `#rrggbb`. */
  colour: string;
  /** URL to show it from. Without one, it must be stored. */
  address?: string;
  /** Downloads it, if it may be stored. */
  download?: () => Promise<Uint8Array>;
}

/** Credentials and URLs of a service. Tests pass a local server. */
export interface StockAccess {
  key: string;
  /** Base URL of its API. */
  api?: string;
  /** Base URL of its pictures. */
  images?: string;
  /** Timeout in milliseconds. */
  patience?: number;
}

const DEFAULT_TIMEOUT = 6000;
/** Maximum bytes of a response. A page of results has 100 KB. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
/** Seconds. */
const RETRY_AFTER = 30;

interface StockRequest {
  service: StockServiceId;
  headers: Readonly<Record<string, string>>;
  patience?: number | undefined;
}

/**
 * Calls the API of a service. Throws {@link TooManyError} at its rate limit, {@link ConflictError} if it rejects the
 * key, {@link NotFoundError} if the picture does not exist, and {@link BusyError} for an unusable response. Each
 * message is a sentence for the editor.
 */
export async function fetchStockJson<Schema extends z.ZodType>(
  url: URL,
  question: StockRequest,
  schema: Schema,
): Promise<z.output<Schema>> {
  const bytes = await downloadStock(url, question, MAX_RESPONSE_BYTES);
  try {
    return schema.parse(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    throw createUnavailableError(question.service);
  }
}

/** Downloads at most `most` bytes. Throws like {@link fetchStockJson}. */
export async function downloadStock(
  url: URL,
  { service, headers, patience = DEFAULT_TIMEOUT }: StockRequest,
  most: number,
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(patience);
  let response: Response;
  try {
    response = await fetch(url, { headers, redirect: 'error', signal });
  } catch {
    throw createUnavailableError(service);
  }
  if (!response.ok) {
    const said = await readWithLimit(response, 10_000).catch(() => new Uint8Array());
    throw toServiceError(service, response, Buffer.from(said).toString());
  }
  return readWithLimit(response, most).catch(() => {
    throw createUnavailableError(service);
  });
}

/** Returns the error for an unusable response. */
export function createUnavailableError(service: StockServiceId): BusyError {
  const { label } = STOCK_SERVICES[service];
  return new BusyError(
    `${label} is not responding correctly. Try again in a minute, or draw a cover.`,
    RETRY_AFTER,
  );
}

function toServiceError(
  service: StockServiceId,
  { status, headers }: Response,
  said: string,
): Error {
  const { label, variable } = STOCK_SERVICES[service];
  // Unsplash responds with 403 at its rate limit (https://unsplash.com/documentation#rate-limiting).
  const isSpent = headers.get('x-ratelimit-remaining') === '0' || /rate limit/i.test(said);
  if (status === 429 || (status === 403 && isSpent))
    return new TooManyError(
      `${label} has reached its rate limit. Try again later, or draw a cover.`,
      Number(headers.get('retry-after')) || undefined,
    );
  if (status === 401 || status === 403)
    return new ConflictError(
      `${label} rejects the key in ${variable}. Set a valid key and restart Octavo.`,
    );
  if (status === 404) return new NotFoundError(`${label} does not have that picture any more.`);
  return createUnavailableError(service);
}

async function readWithLimit({ body }: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > most) throw new RangeError(`The answer has more than ${most} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
