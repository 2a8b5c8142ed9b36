import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Maximum size in bytes of a body that is read before Fastify handles the request. The largest common body, a list of a
 * hundred authors, is half this size.
 */
const MAX_BYTES = 8 * 1024;

/**
 * Reads request bodies before `app` handles the requests. If a request is passed on to `app` afterward, `app` gets the
 * body that was already read.
 */
export class RequestBodyReader {
  readonly #bodies = new WeakMap<IncomingMessage, Buffer>();

  constructor(app: FastifyInstance) {
    app.addHook('preParsing', ({ raw }, _reply, _payload, done) => {
      const body = this.#bodies.get(raw);
      done(null, body && Readable.from([body], { objectMode: false }));
    });
  }

  /** Returns true if a request declares an uncompressed body of at most {@link MAX_BYTES} bytes. */
  isSmall({ headers }: IncomingMessage): boolean {
    const length = Number(headers['content-length'] ?? 0);
    return length > 0 && length <= MAX_BYTES && headers['content-encoding'] === undefined;
  }

  /** Calls `onBody` with the complete body of a request, unless the client disconnects first. */
  receive(request: IncomingMessage, onBody: (body: Buffer) => void): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      this.#bodies.set(request, body);
      onBody(body);
    });
  }
}
