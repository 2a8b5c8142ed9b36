import type { z } from 'zod';
import {
  STOCK_PHOTO_SERVICES,
  type StockPhotoPage,
  type StockPhotoServiceId,
} from '#domain/studio/pictures.ts';
import {
  BusyError,
  ConflictError,
  NotFoundError,
  TooManyRequestsError,
} from '#server/platform/errors.ts';

/** A client for a stock photo service. Pictures from the service may be shown with a credit. */
export interface StockPhotoClient {
  id: StockPhotoServiceId;
  /** Searches for pictures. Pages are counted from 1. Throws the same errors as {@link fetchStockPhotoJson}. */
  search(query: string, page: number): Promise<StockPhotoPage>;
  /**
   * Returns the picture that an editor chose. Reports the choice to services whose guidelines require it. Throws the
   * same errors as {@link fetchStockPhotoJson}.
   */
  fetchChosenPicture(id: string): Promise<ChosenStockPhoto>;
}

/** A picture from a stock photo service that an editor chose. */
export interface ChosenStockPhoto {
  sourceId: string;
  user: string;
  userProfile: string;
  alt: string;
  width: number;
  height: number;
  /** The average color of the picture, as `#rrggbb`. */
  color: string;
  /**
   * The URL from which readers load the picture, on the stock photo service's server. Undefined if Octavo stores the
   * picture.
   */
  address?: string;
  /** Downloads the picture. Undefined if the service does not allow Octavo to store the picture. */
  download?: () => Promise<Uint8Array>;
}

/** The credentials and URLs for calling a stock photo service. Tests pass the URLs of a local server. */
export interface StockPhotoClientOptions {
  key: string;
  /** The base URL of the service's API. */
  api?: string;
  /** The base URL of the server that hosts the service's pictures. */
  images?: string;
  /** The timeout, in milliseconds, of each request to the service. */
  timeout?: number;
}

const DEFAULT_TIMEOUT = 6000;
/**
 * The maximum size, in bytes, of a response from a stock photo service's API. A page of search results is about 100 KB.
 */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
/** The number of seconds after which the client should try again. */
const RETRY_AFTER = 30;

interface StockRequest {
  service: StockPhotoServiceId;
  headers: Readonly<Record<string, string>>;
  timeout?: number | undefined;
}

/**
 * Calls the API of a stock photo service. Throws {@link TooManyRequestsError} if the service's rate limit is exceeded,
 * {@link ConflictError} if the service rejects the API key, and {@link NotFoundError} if the picture does not exist.
 * Throws {@link BusyError} if the service does not return a usable response. The message of each error is a sentence
 * for the editor.
 */
export async function fetchStockPhotoJson<Schema extends z.ZodType>(
  url: URL,
  request: StockRequest,
  schema: Schema,
): Promise<z.output<Schema>> {
  const bytes = await downloadStockPhoto(url, request, MAX_RESPONSE_BYTES);
  try {
    return schema.parse(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    throw createStockPhotoServiceUnavailableError(request.service);
  }
}

/**
 * Downloads a file of at most `limit` bytes from a stock photo service. Throws the same errors as
 * {@link fetchStockPhotoJson}.
 */
export async function downloadStockPhoto(
  url: URL,
  { service, headers, timeout = DEFAULT_TIMEOUT }: StockRequest,
  limit: number,
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeout);
  let response: Response;
  try {
    response = await fetch(url, { headers, redirect: 'error', signal });
  } catch {
    throw createStockPhotoServiceUnavailableError(service);
  }
  if (!response.ok) {
    const errorText = await readWithLimit(response, 10_000).catch(() => new Uint8Array());
    throw toServiceError(service, response, Buffer.from(errorText).toString());
  }
  return readWithLimit(response, limit).catch(() => {
    throw createStockPhotoServiceUnavailableError(service);
  });
}

/** Creates the error for a stock photo service that did not return a usable response. */
export function createStockPhotoServiceUnavailableError(service: StockPhotoServiceId): BusyError {
  const { label } = STOCK_PHOTO_SERVICES[service];
  return new BusyError(
    `${label} is not responding correctly. Try again in a minute, or draw a cover.`,
    RETRY_AFTER,
  );
}

function toServiceError(
  service: StockPhotoServiceId,
  { status, headers }: Response,
  body: string,
): Error {
  const { label, variable } = STOCK_PHOTO_SERVICES[service];
  // Unsplash responds with 403 when its rate limit is exceeded (https://unsplash.com/documentation#rate-limiting).
  const isRateLimited = headers.get('x-ratelimit-remaining') === '0' || /rate limit/i.test(body);
  if (status === 429 || (status === 403 && isRateLimited))
    return new TooManyRequestsError(
      `${label} has reached its rate limit. Try again later, or draw a cover.`,
      Number(headers.get('retry-after')) || undefined,
    );
  if (status === 401 || status === 403)
    return new ConflictError(
      `${label} rejects the key in ${variable}. Set a valid key and restart Octavo.`,
    );
  if (status === 404) return new NotFoundError(`${label} does not have that picture any more.`);
  return createStockPhotoServiceUnavailableError(service);
}

async function readWithLimit({ body }: Response, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > limit) throw new RangeError(`The answer has more than ${limit} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
