import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Bytes of a body that is read before the application: a list of a hundred authors takes half of it. */
const LARGEST = 8 * 1024;

/** Reads request bodies before `app` handles the requests. A request that is passed on to `app` still has its body. */
export class ReceivedBodies {
  readonly #bodies = new WeakMap<IncomingMessage, Buffer>();

  constructor(app: FastifyInstance) {
    app.addHook('preParsing', ({ raw }, _reply, _payload, done) => {
      const body = this.#bodies.get(raw);
      done(null, body && Readable.from([body], { objectMode: false }));
    });
  }

  /** Returns true if a request declares a small body. */
  isSmall({ headers }: IncomingMessage): boolean {
    const length = Number(headers['content-length'] ?? 0);
    return length > 0 && length <= LARGEST && headers['content-encoding'] === undefined;
  }

  /** Calls `then` with the body once it is complete; never, if the client disconnects first. */
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
