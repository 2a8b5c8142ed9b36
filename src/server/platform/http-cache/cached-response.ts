import { createHash } from 'node:crypto';
import { SingleFlight } from '../single-flight.ts';
import { type Encoding, encode } from './encodings.ts';
import type { Stopwatch } from './stopwatch.ts';

/** A representation of the response: a page as its document, or as its payload. */
export interface Part {
  /** The value of `content-type`. */
  type: string;
  /** Headers beside those of every response. They are sent with 304 too. */
  headers?: Readonly<Record<string, string>>;
  /** Renders the text. Called once for each encoding, when it is first requested. */
  text: () => string | Promise<string>;
}

/** What a response is, beside its parts. */
export interface ResponseTraits {
  status: number;
  /** A weak tag, the same for every part and encoding (RFC 9110, 8.8.3). */
  etag: string;
  /** The cache keys of the content in it: a change of one invalidates it. */
  keys: readonly string[];
  /** `public`: the same for every client, so shared caches may store it. */
  audience: 'public' | 'private';
  /** Seconds until it is stale. Absent: until one of its keys changes. */
  maxAge?: number | undefined;
}

/**
 * A response that is rendered once and sent many times. Each part is rendered and compressed when it is first requested in
 * an encoding: most pages need one of their six possible bodies.
 */
export class CachedResponse implements ResponseTraits {
  readonly status: number;
  readonly etag: string;
  readonly keys: readonly string[];
  readonly audience: 'public' | 'private';
  readonly maxAge: number | undefined;
  readonly #parts: Readonly<Record<string, Part>>;
  readonly #bodies = new Map<string, Buffer>();
  readonly #making = new SingleFlight<Buffer>();
  /** Bytes that the source of its parts takes. */
  readonly #ownSize: number;
  /** Called when a body has been added. */
  onGrow: (() => void) | undefined;

  constructor(traits: ResponseTraits, parts: Readonly<Record<string, Part>>, ownSize = 0) {
    this.status = traits.status;
    this.etag = traits.etag;
    this.keys = traits.keys;
    this.audience = traits.audience;
    this.maxAge = traits.maxAge;
    this.#parts = parts;
    this.#ownSize = ownSize;
  }

  /** Returns the body if it has been rendered and compressed already. */
  encodedBody(part: string, encoding: Encoding): Buffer | undefined {
    return this.#bodies.get(`${part} ${encoding}`);
  }

  /** Returns the body, and renders and compresses it if necessary. Concurrent calls share the work. */
  body(part: string, encoding: Encoding, stopwatch?: Stopwatch): Promise<Buffer> {
    const name = `${part} ${encoding}`;
    const ready = this.#bodies.get(name);
    if (ready) return Promise.resolve(ready);
    return this.#making.run(name, async () => {
      const body = await this.#make(part, encoding, stopwatch);
      this.#bodies.set(name, body);
      this.onGrow?.();
      return body;
    });
  }

  async #make(part: string, encoding: Encoding, stopwatch: Stopwatch | undefined): Promise<Buffer> {
    const text = await this.#parts[part]!.text();
    stopwatch?.lap('render');
    const body = await encode(text, encoding);
    stopwatch?.lap('encode');
    return body;
  }

  part(name: string): Part {
    return this.#parts[name]!;
  }

  /** The approximate bytes it holds in memory. */
  get size(): number {
    let size = this.#ownSize + 1;
    for (const body of this.#bodies.values()) size += body.length;
    return size;
  }
}

/** Returns a weak entity tag for a response made of `contents`. */
export function computeEtag(...contents: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content).update('\0');
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}
