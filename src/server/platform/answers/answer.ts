import { createHash } from 'node:crypto';
import { SingleFlight } from '#server/platform/single-flight.ts';
import { type Encoding, encode } from './encodings.ts';
import type { Stopwatch } from './stopwatch.ts';

/** One of the forms an answer can be asked for in: a page as its document, or as its payload. */
export interface Part {
  /** The value of `content-type`. */
  type: string;
  /** What it says beside what every answer does, whether it is sent or only found unchanged. */
  headers?: Readonly<Record<string, string>>;
  /** Its text, made when somebody asks for it first: it may take React a while. */
  text: () => string | Promise<string>;
}

/** What an answer is, beside its parts. */
export interface AnswerTraits {
  status: number;
  /** Weak, and the same in every part and encoding (RFC 9110, 8.8.3). */
  etag: string;
  /** What it is made of; it is out of date when one of these changes. */
  keys: readonly string[];
  /** `public`: the same for everybody, so that the caches in between may keep it too. */
  audience: 'public' | 'private';
  /** Seconds until it is out of date by itself; absent: not before one of its keys changes. */
  maxAge?: number | undefined;
}

/**
 * What is sent, as often as it is asked for. Each part is made, and encoded, only when it is asked for, in the
 * encoding that is asked for: of most pages that is one of six possible bodies.
 */
export class Answer implements AnswerTraits {
  readonly status: number;
  readonly etag: string;
  readonly keys: readonly string[];
  readonly audience: 'public' | 'private';
  readonly maxAge: number | undefined;
  readonly #parts: Readonly<Record<string, Part>>;
  readonly #bodies = new Map<string, Buffer>();
  readonly #making = new SingleFlight<Buffer>();
  /** Bytes it takes before it has a body: what its parts are made from. */
  readonly #ownSize: number;
  /** Told when it has grown by a body. */
  onGrow: (() => void) | undefined;

  constructor(traits: AnswerTraits, parts: Readonly<Record<string, Part>>, ownSize = 0) {
    this.status = traits.status;
    this.etag = traits.etag;
    this.keys = traits.keys;
    this.audience = traits.audience;
    this.maxAge = traits.maxAge;
    this.#parts = parts;
    this.#ownSize = ownSize;
  }

  /** The body, where it has been made before. */
  ready(part: string, encoding: Encoding): Buffer | undefined {
    return this.#bodies.get(`${part} ${encoding}`);
  }

  /** The body, made now where need be, once for all who ask meanwhile. Rejects as making it does. */
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

  /** One of its forms. */
  part(name: string): Part {
    return this.#parts[name]!;
  }

  /** Bytes it holds in memory, about. */
  get size(): number {
    let size = this.#ownSize + 1;
    for (const body of this.#bodies.values()) size += body.length;
    return size;
  }
}

/** An entity tag for what is made of `contents`. */
export function etagOf(...contents: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content).update('\0');
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}
