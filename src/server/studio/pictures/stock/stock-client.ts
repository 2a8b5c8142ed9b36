import type { z } from 'zod';
import { STOCK_SERVICES, type StockPage, type StockServiceId } from '#domain/studio/pictures.ts';
import { BusyError, ConflictError, NotFoundError, TooManyError } from '#server/platform/errors.ts';

/** A service that has pictures anyone may show who says whose they are. */
export interface StockService {
  id: StockServiceId;
  /** Pictures for some words; pages are counted from 1. Throws as {@link askStock} does. */
  search(query: string, page: number): Promise<StockPage>;
  /** A picture that an editor has chosen, as its service wants it taken. Throws as {@link askStock} does. */
  take(id: string): Promise<ChosenStockPicture>;
}

/** A picture of a stock service, with all that is needed to show it. */
export interface ChosenStockPicture {
  sourceId: string;
  user: string;
  userProfile: string;
  alt: string;
  width: number;
  height: number;
  /** What it looks like on the whole: `#rrggbb`. */
  colour: string;
  /** Where it is to be shown from; absent: it is to be kept. */
  address?: string;
  /** Its bytes, where it may be kept. */
  download?: () => Promise<Uint8Array>;
}

/** Where a service is, and who asks; tests have stand-ins. */
export interface StockAccess {
  key: string;
  /** Address of its API. */
  api?: string;
  /** Where its pictures are. */
  images?: string;
  /** Milliseconds an answer is waited for. */
  patience?: number;
}

const DEFAULT_TIMEOUT = 6000;
/** Bytes: a page of a search has 100 KB. */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
/** Seconds. */
const RETRY_AFTER = 30;

interface StockRequest {
  service: StockServiceId;
  headers: Readonly<Record<string, string>>;
  patience?: number | undefined;
}

/**
 * Asks the API of a service. Throws {@link TooManyError} when it was asked too much of late, {@link ConflictError} when it
 * refuses the key, {@link NotFoundError} when it has no such thing, and {@link BusyError} when it says nothing that makes
 * sense: each with a sentence for the editor.
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

/** The bytes at an address of a service, `most` of them. Throws as {@link askStock} does. */
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

/** That a service gives no answer that makes sense. */
export function createUnavailableError(service: StockServiceId): BusyError {
  const { label } = STOCK_SERVICES[service];
  return new BusyError(
    `${label} does not answer as it should. Try again in a minute, or draw a cover.`,
    RETRY_AFTER,
  );
}

function toServiceError(
  service: StockServiceId,
  { status, headers }: Response,
  said: string,
): Error {
  const { label, variable } = STOCK_SERVICES[service];
  // Unsplash says so with 403 (https://unsplash.com/documentation#rate-limiting).
  const isSpent = headers.get('x-ratelimit-remaining') === '0' || /rate limit/i.test(said);
  if (status === 429 || (status === 403 && isSpent))
    return new TooManyError(
      `${label} was asked as often as it allows. Try again later, or draw a cover.`,
      Number(headers.get('retry-after')) || undefined,
    );
  if (status === 401 || status === 403)
    return new ConflictError(
      `${label} refuses the key in ${variable}. It has to be set anew where Octavo is started.`,
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
