import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { CONTENT_HASH } from '#server/platform/http/content-hash.ts';
import { Answer, etagOf } from './answer.ts';
import { KeptAnswers } from './kept-answers.ts';
import type { Ready } from './ready-answers.ts';
import { sendAnswer } from './sending.ts';

const MEBIBYTE = 1024 ** 2;
/** Bytes of answers to calls: apart from those of pages, so that a flood of calls pushes no page out. */
const LARGEST = 8 * MEBIBYTE;
/** Bytes of spellings of addresses that are remembered, about. */
const LARGEST_SPELLINGS = 2 * MEBIBYTE;
/** Characters of an address; of a longer one its hash stands for it. */
const LONGEST_ADDRESS = 200;
/** Characters of a spelling that is worth remembering. */
const LONGEST_SPELLING = 700;

/** What a public call found. */
export interface Found {
  data: unknown;
  /** What of the content it shows. */
  keys: readonly string[];
  /** Seconds it is good for; absent: until one of `keys` changes. */
  maxAge?: number;
}

/**
 * Answers to calls that are the same for everybody, kept as bytes under what they are made of. `admit` is asked
 * before anything is made, and rejects where it is not to be: what is kept is given without asking.
 */
export class KeptCalls {
  readonly #admit: (request: FastifyRequest) => Promise<void>;
  readonly #kept = new KeptAnswers(LARGEST);
  /** The address of each spelling that was asked for lately: `?b=1&a=2` is `?a=2&b=1`. */
  readonly #spellings = new LRUCache<string, string>({
    maxSize: LARGEST_SPELLINGS,
    sizeCalculation: (address, spelling) => 2 * (address.length + spelling.length) + 200,
  });

  constructor(admit: (request: FastifyRequest) => Promise<void>) {
    this.#admit = admit;
  }

  /**
   * Answers a call with what `find` finds, or has found before for the same `parameters`: those that count, checked,
   * in any order; what is `undefined` counts as absent. `schema` is the answer's, which holds nothing else. Rejects as
   * `admit` and `find` do.
   */
  async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    parameters: Readonly<Record<string, string | number | undefined>>,
    schema: z.ZodType,
    find: () => Promise<Found>,
  ): Promise<void> {
    const address = addressOf(request.routeOptions.url ?? '', parameters);
    // Not within the making: others may wait for that, who have nothing to do with whoever began it.
    if (!this.#kept.get(address)) await this.#admit(request);
    const { answer } = await this.#kept.getOrMake(address, async () => ({
      answer: answerOf(await find(), schema),
      isKept: true,
    }));
    const spelling = spellingOf(request);
    if (spelling) this.#spellings.set(spelling, address);
    await sendAnswer(request, reply, answer!, PART);
  }

  /** The answer to the call of that url, where it is there. */
  of(url: string): Ready | undefined {
    return this.#find(url);
  }

  /** The answer to the call of that url with a body of that hash, where it is there. */
  ofCall(url: string, hash: string): Ready | undefined {
    return this.#find(spellingOfCall(url, hash));
  }

  #find(spelling: string): Ready | undefined {
    const address = this.#spellings.get(spelling);
    const answer = address === undefined ? undefined : this.#kept.get(address);
    return answer && { answer, part: PART };
  }

  /** Answers kept, and bytes they take. */
  get size(): { entries: number; bytes: number } {
    return { entries: this.#kept.size, bytes: this.#kept.bytes };
  }

  drop(keys: readonly string[]): void {
    this.#kept.drop(keys);
  }

  /** What may be out of date is found anew by the next who asks. */
  doubt(): void {
    this.#kept.doubt();
  }
}

const PART = 'json';

/** What a call is known by before it is looked into: its url, and the hash of its body. */
function spellingOf({ method, url, headers }: FastifyRequest): string | undefined {
  const hash = headers[CONTENT_HASH];
  if (url.length > LONGEST_SPELLING) return undefined;
  if (method === 'GET') return url;
  return method === 'POST' && typeof hash === 'string' ? spellingOfCall(url, hash) : undefined;
}

const spellingOfCall = (url: string, hash: string) => `${url} ${hash}`;

function addressOf(
  route: string,
  parameters: Readonly<Record<string, string | number | undefined>>,
): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  given.sort(([a], [b]) => (a < b ? -1 : 1));
  const address = `${route} ${JSON.stringify(given)}`;
  return address.length > LONGEST_ADDRESS ? etagOf(address) : address;
}

function answerOf({ data, keys, maxAge }: Found, schema: z.ZodType): Answer {
  const bytes = Buffer.from(JSON.stringify(schema.parse({ data })));
  const traits = { status: 200, etag: etagOf(bytes), keys, audience: 'public', maxAge } as const;
  const json = { type: 'application/json; charset=utf-8', text: () => bytes.toString() };
  return new Answer(traits, { [PART]: json }, bytes.length);
}
