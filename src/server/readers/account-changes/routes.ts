import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { AccountChange } from '#domain/account-changes.ts';
import type { Database } from '#server/platform/db/database.ts';
import { BusyError } from '#server/platform/errors.ts';
import { watchAccounts } from '#server/readers/accounts/changes.ts';
import { type OpenSession, openSessionIds } from '#server/readers/sessions/repository.ts';

/** Pages of one reader that are told at a time: more windows than anybody looks at. */
const MOST_OF_READER = 6;
/** Pages that one process tells. */
const MOST = 10_000;
/** Milliseconds after which a page asks anew, and so proves that it is still there, and who it is. */
const LIFETIME = 5 * 60_000;
/** Milliseconds between signs of life: what stands in between closes a connection that is silent for a minute. */
const SIGN_EVERY = 25_000;
/** Milliseconds after which a page that was cut off asks again. */
const RETRY = 3000;
/** Seconds. */
const BUSY_FOR = 60;

/**
 * `GET /user/changes`: tells a reader's open pages, as server-sent events, that the account or one of its sets has changed,
 * on whichever process and device: `event: account`, `event: follows`, without data. The page then asks for the rest. A
 * stream ends with the session that it was opened with.
 */
export async function accountChangeRoutes(app: FastifyInstance, database: Database): Promise<void> {
  const pages = new OpenPages((userId) => openSessionIds(database.queries, userId));
  const stopWatching = await watchAccounts(
    database,
    (userId, what) => void pages.tell(userId, what),
    // Whoever comes again is told how things are.
    () => pages.closeAll(),
  );
  const signs = setInterval(() => pages.signAll(), SIGN_EVERY).unref();
  app.addHook('preClose', (done) => {
    clearInterval(signs);
    pages.closeAll();
    done();
  });
  app.addHook('onClose', stopWatching);

  app.get(
    '/user/changes',
    {
      // It is not late: it goes on.
      handlerTimeout: 2 * LIFETIME,
      schema: {
        summary: 'Server-sent events: `account`, `bookmarks`, or `follows` when it changes',
        tags: ['Account'],
        produces: ['text/event-stream'],
      },
    },
    ({ reader, method }, reply) => {
      reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'private, no-store, no-transform')
        // nginx passes it on as it comes.
        .header('x-accel-buffering', 'no');
      return reply.send(method === 'HEAD' ? '' : pages.open(reader));
    },
  );
}

/** The open streams of each reader, with the session each was opened with. */
class OpenPages {
  readonly #openSessions: (userId: string) => Promise<ReadonlySet<string>>;
  readonly #streams = new Map<string, Map<Readable, string>>();
  #count = 0;

  constructor(openSessions: (userId: string) => Promise<ReadonlySet<string>>) {
    this.#openSessions = openSessions;
  }

  /** Throws {@link BusyError} where there are too many. A reader's oldest makes room for their newest. */
  open({ id: sessionId, user: { id: userId } }: OpenSession): Readable {
    const own = this.#streams.get(userId) ?? new Map<Readable, string>();
    const [oldest] = own.keys();
    if (own.size >= MOST_OF_READER) end(own, oldest!);
    else if (this.#count >= MOST)
      throw new BusyError('Too many open connections. Try again later.', BUSY_FOR);
    const stream = new Readable({ read() {} });
    this.#streams.set(userId, own.set(stream, sessionId));
    this.#count += 1;
    const timer = setTimeout(() => end(own, stream), LIFETIME).unref();
    stream.once('close', () => {
      clearTimeout(timer);
      own.delete(stream);
      this.#count -= 1;
      if (!own.size && this.#streams.get(userId) === own) this.#streams.delete(userId);
    });
    stream.push(`retry: ${RETRY}\n\n`);
    return stream;
  }

  /** Reports a change to a reader's pages; one of the account may have ended sessions, whose streams end with them. */
  async tell(userId: string, what: AccountChange): Promise<void> {
    const own = this.#streams.get(userId);
    if (!own) return;
    // Without an answer from the database all streams end, and the pages reconnect.
    const openSessions = () => this.#openSessions(userId).catch(() => new Set<string>());
    const open = what === 'account' ? await openSessions() : undefined;
    for (const [stream, sessionId] of own)
      if (open && !open.has(sessionId)) end(own, stream);
      else stream.push(`event: ${what}\ndata:\n\n`);
  }

  signAll(): void {
    for (const stream of this.#all()) stream.push(':\n\n');
  }

  closeAll(): void {
    for (const stream of this.#all()) stream.push(null);
  }

  #all(): Readable[] {
    return [...this.#streams.values()].flatMap((own) => [...own.keys()]);
  }
}

/** Ends one of a reader's streams, which must not be written to afterwards. */
function end(own: Map<Readable, string>, stream: Readable): void {
  own.delete(stream);
  stream.push(null);
}
