import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Bytes of a body that is read ahead of the application: a hundred aliases are half of that. */
const LARGEST = 8 * 1024;

/**
 * Bodies that are read before `app` sees their requests. A request that goes on to `app` nevertheless has its body
 * there, as though nobody had read it.
 */
export class ReceivedBodies {
  readonly #bodies = new WeakMap<IncomingMessage, Buffer>();

  constructor(app: FastifyInstance) {
    app.addHook('preParsing', ({ raw }, _reply, _payload, done) => {
      const body = this.#bodies.get(raw);
      done(null, body && Readable.from([body], { objectMode: false }));
    });
  }

  /** Whether a request says that it has a body, and that it is a small one. */
  isSmall({ headers }: IncomingMessage): boolean {
    const length = Number(headers['content-length'] ?? 0);
    return length > 0 && length <= LARGEST && headers['content-encoding'] === undefined;
  }

  /** Calls `then` with the body of a small request when it is whole; never, where its client leaves before. */
  receive(request: IncomingMessage, then: (body: Buffer) => void): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      this.#bodies.set(request, body);
      then(body);
    });
  }
}
