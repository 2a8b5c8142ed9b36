import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ChangedReaderDataKind } from '#domain/account-changes.ts';
import type { Database } from '#server/platform/db/database.ts';
import { BusyError } from '#server/platform/errors.ts';
import { watchReaderDataChanges } from '#server/readers/accounts/account-changes.ts';
import { listOpenSessionIds, type SessionWithUser } from '#server/readers/sessions/repository.ts';

/** Maximum number of open event streams per reader. Readers rarely have more than six windows open. */
const MAX_STREAMS_PER_READER = 6;
/** Maximum number of open event streams per process. */
const MAX_STREAMS = 10_000;
/**
 * Milliseconds after which the server ends an event stream. The page then reconnects, which makes the server check the
 * session again.
 */
const STREAM_LIFETIME = 5 * 60_000;
/**
 * Milliseconds between heartbeats on an event stream. They are needed because many proxies close connections that are
 * idle for a minute.
 */
const HEARTBEAT_INTERVAL = 25_000;
/** Milliseconds that a page waits before it reconnects after its event stream has ended. */
const RECONNECT_DELAY = 3000;
/** Value of the `Retry-After` header, in seconds, if the process has too many open event streams. */
const RETRY_AFTER_BUSY = 60;

/**
 * Registers `GET /user/changes`, a stream of server-sent events. The stream notifies a reader's open pages, on all
 * devices, when the account, the bookmarks or the followed authors change. The events (`account`, `bookmarks`,
 * `follows`) contain no data, because pages that receive an event fetch the new state. The server ends a stream when
 * its session ends.
 */
export async function readerDataChangeRoutes(
  app: FastifyInstance,
  database: Database,
): Promise<void> {
  const streams = new ChangeStreams((userId) => listOpenSessionIds(database.queries, userId));
  const stopWatching = await watchReaderDataChanges(
    database,
    (userId, kind) => void streams.notify(userId, kind),
    // The process may have missed changes while it had no database connection. Closing all streams makes the pages
    // reconnect and fetch the current state.
    () => streams.closeAll(),
  );
  const heartbeat = setInterval(() => streams.sendHeartbeats(), HEARTBEAT_INTERVAL).unref();
  app.addHook('preClose', (done) => {
    clearInterval(heartbeat);
    streams.closeAll();
    done();
  });
  app.addHook('onClose', stopWatching);

  app.get(
    '/user/changes',
    {
      // The handler runs as long as the event stream is open, so its timeout must exceed a stream's lifetime.
      handlerTimeout: 2 * STREAM_LIFETIME,
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
        // The header `x-accel-buffering` prevents nginx from buffering the stream.
        .header('x-accel-buffering', 'no');
      return reply.send(method === 'HEAD' ? '' : streams.open(reader));
    },
  );
}

/** This process's open event streams, grouped by reader. Each stream is stored with its session's ID. */
class ChangeStreams {
  readonly #listOpenSessionIds: (userId: string) => Promise<ReadonlySet<string>>;
  readonly #streams = new Map<string, Map<Readable, string>>();
  #count = 0;

  constructor(listOpenSessionIds: (userId: string) => Promise<ReadonlySet<string>>) {
    this.#listOpenSessionIds = listOpenSessionIds;
  }

  /**
   * Opens an event stream. If the reader already has {@link MAX_STREAMS_PER_READER} streams, ends the oldest one.
   * Otherwise, throws {@link BusyError} if the process already has {@link MAX_STREAMS} streams.
   */
  open({ id: sessionId, user: { id: userId } }: SessionWithUser): Readable {
    const readerStreams = this.#streams.get(userId) ?? new Map<Readable, string>();
    const [oldest] = readerStreams.keys();
    if (readerStreams.size >= MAX_STREAMS_PER_READER) endStream(readerStreams, oldest!);
    else if (this.#count >= MAX_STREAMS)
      throw new BusyError('Too many open connections. Try again later.', RETRY_AFTER_BUSY);
    const stream = new Readable({ read() {} });
    this.#streams.set(userId, readerStreams.set(stream, sessionId));
    this.#count += 1;
    const timer = setTimeout(() => endStream(readerStreams, stream), STREAM_LIFETIME).unref();
    stream.once('close', () => {
      clearTimeout(timer);
      readerStreams.delete(stream);
      this.#count -= 1;
      if (!readerStreams.size && this.#streams.get(userId) === readerStreams)
        this.#streams.delete(userId);
    });
    stream.push(`retry: ${RECONNECT_DELAY}\n\n`);
    return stream;
  }

  /**
   * Sends an event to all of a reader's open pages. If the account has changed, first checks which of the reader's
   * sessions are still open. Streams whose session has ended get no event and are ended.
   */
  async notify(userId: string, kind: ChangedReaderDataKind): Promise<void> {
    const readerStreams = this.#streams.get(userId);
    if (!readerStreams) return;
    // If the open sessions cannot be queried, ends all of the reader's streams, so that the pages reconnect.
    const loadOpenSessionIds = () =>
      this.#listOpenSessionIds(userId).catch(() => new Set<string>());
    const openSessionIds = kind === 'account' ? await loadOpenSessionIds() : undefined;
    for (const [stream, sessionId] of readerStreams)
      if (openSessionIds && !openSessionIds.has(sessionId)) endStream(readerStreams, stream);
      else stream.push(`event: ${kind}\ndata:\n\n`);
  }

  sendHeartbeats(): void {
    for (const readerStreams of this.#streams.values())
      for (const stream of readerStreams.keys()) stream.push(':\n\n');
  }

  closeAll(): void {
    for (const readerStreams of this.#streams.values())
      for (const stream of readerStreams.keys()) endStream(readerStreams, stream);
  }
}

/**
 * Ends a stream. Removes it from `readerStreams` first, because pushing an event to an ended stream would destroy the
 * stream with an error.
 */
function endStream(readerStreams: Map<Readable, string>, stream: Readable): void {
  readerStreams.delete(stream);
  stream.push(null);
}
