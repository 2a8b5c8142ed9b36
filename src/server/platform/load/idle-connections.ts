import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { type TLSSocket, Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { ClientIpResolver } from './client-ips.ts';
import { PerClientConcurrencyLimiter } from './per-client-limiter.ts';

/**
 * Milliseconds for which a client's new connections are rejected after one of its connections has flooded the server.
 */
const BLOCK_DURATION = 1000;
/**
 * Maximum number of a client's open connections on which it has not sent a request yet. Each TLS connection takes about
 * 50 KB of memory. The limit is high, because browsers open two connections before they need them, and many pupils in a
 * school that shares one IP address may open a page at the same moment.
 */
const MAX_IDLE_CONNECTIONS = 500;

/** A client connection: a socket, or an HTTP/2 session. */
type Connection = Socket | ServerHttp2Session;

/**
 * Tracks idle connections, on which no request has been sent yet, and limits their number per client. If a connection
 * floods the server, all idle connections of its client are closed at once, because they are likely to flood the server
 * too. Otherwise, the server would spend ten milliseconds or more reading from each of them before closing it.
 */
export class IdleConnectionLimiter {
  readonly #callers: ClientIpResolver;
  readonly #callerByConnection = new WeakMap<Connection, string>();
  readonly #idle = new Set<Connection>();
  readonly #counter: PerClientConcurrencyLimiter;
  readonly #blocked = new Set<string>();

  constructor(
    { server }: FastifyInstance,
    callers: ClientIpResolver,
    limit = MAX_IDLE_CONNECTIONS,
  ) {
    this.#callers = callers;
    this.#counter = new PerClientConcurrencyLimiter(limit);
    if (server instanceof TlsServer) {
      server.on('connection', (socket: Socket) => this.#refuseBlocked(socket));
      server.on('secureConnection', (socket: TLSSocket) => {
        if (socket.alpnProtocol !== 'h2') this.#add(socket, socket);
      });
      server.on('session', (session: ServerHttp2Session) => this.#add(session, session.socket));
    } else
      server.on('connection', (socket: Socket) => {
        if (!this.#refuseBlocked(socket)) this.#add(socket, socket);
      });
  }

  /** Records that a request has been sent on a connection. From then on, the connection does not count as idle. */
  markActive(connection: Connection): void {
    if (this.#idle.delete(connection))
      this.#counter.remove(this.#callerByConnection.get(connection)!);
  }

  /**
   * Closes all idle connections of the client that owns `connection`. Rejects this client's new connections for
   * {@link BLOCK_DURATION} milliseconds.
   */
  closeIdleConnectionsOfSameClient(connection: Connection): void {
    const caller = this.#callerByConnection.get(connection);
    if (caller === undefined || this.#blocked.has(caller)) return;
    this.#blocked.add(caller);
    setTimeout(() => this.#blocked.delete(caller), BLOCK_DURATION).unref();
    for (const idle of this.#idle)
      if (this.#callerByConnection.get(idle) === caller) idle.destroy();
  }

  #add(connection: Connection, { remoteAddress }: Pick<Socket, 'remoteAddress'>): void {
    const caller = this.#resolveCaller(remoteAddress);
    if (caller === undefined) return;
    this.#callerByConnection.set(connection, caller);
    if (!this.#counter.add(caller)) {
      connection.destroy();
      return;
    }
    this.#idle.add(connection);
    connection.once('close', () => this.markActive(connection));
  }

  #refuseBlocked(socket: Socket): boolean {
    const caller = this.#resolveCaller(socket.remoteAddress);
    const isBlocked = caller !== undefined && this.#blocked.has(caller);
    if (isBlocked) socket.destroy();
    return isBlocked;
  }

  #resolveCaller(remoteAddress: string | undefined): string | undefined {
    return remoteAddress === undefined ? undefined : this.#callers.forAddress(remoteAddress);
  }
}
