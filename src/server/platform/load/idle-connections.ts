import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { type TLSSocket, Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { ClientIpResolver } from './client-ips.ts';
import { ConnectionCounter } from './connection-counter.ts';

/** Milliseconds for which new connections of a caller are refused after one of its connections flooded the server. */
const BLOCKED_FOR = 1000;
/**
 * Connections of one caller that may be open before their first request. With TLS each takes about 50 KB. Browsers open two
 * ahead, so a school behind one address has as many as pupils who open a page at the same moment.
 */
const MOST_IDLE = 500;

/** A connection: a socket, or with HTTP/2 its session. */
type Connection = Socket | ServerHttp2Session;

/**
 * Keeps track of connections that have not sent a request yet, and bounds them for each caller. When one connection floods
 * the server, other idle ones of its caller are likely to do the same, and reading from each takes ten milliseconds or more
 * before it can be closed; so they are closed together.
 */
export class IdleConnections {
  readonly #callers: ClientIpResolver;
  readonly #callerAt = new WeakMap<Connection, string>();
  readonly #idle = new Set<Connection>();
  readonly #counter: ConnectionCounter;
  readonly #blocked = new Set<string>();

  constructor({ server }: FastifyInstance, callers: ClientIpResolver, most = MOST_IDLE) {
    this.#callers = callers;
    this.#counter = new ConnectionCounter(most);
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

  /** Records that a connection has sent a request. */
  markActive(connection: Connection): void {
    if (this.#idle.delete(connection)) this.#counter.remove(this.#callerAt.get(connection)!);
  }

  /** Closes all idle connections of a connection's caller, and refuses its new ones for {@link BLOCKED_FOR}. */
  closeFrom(connection: Connection): void {
    const caller = this.#callerAt.get(connection);
    if (caller === undefined || this.#blocked.has(caller)) return;
    this.#blocked.add(caller);
    setTimeout(() => this.#blocked.delete(caller), BLOCKED_FOR).unref();
    for (const idle of this.#idle) if (this.#callerAt.get(idle) === caller) idle.destroy();
  }

  #add(connection: Connection, { remoteAddress }: Pick<Socket, 'remoteAddress'>): void {
    const caller = this.#callerOf(remoteAddress);
    if (caller === undefined) return;
    this.#callerAt.set(connection, caller);
    if (!this.#counter.add(caller)) {
      connection.destroy();
      return;
    }
    this.#idle.add(connection);
    connection.once('close', () => this.markActive(connection));
  }

  #refuseBlocked(socket: Socket): boolean {
    const caller = this.#callerOf(socket.remoteAddress);
    const isBlocked = caller !== undefined && this.#blocked.has(caller);
    if (isBlocked) socket.destroy();
    return isBlocked;
  }

  #callerOf(remoteAddress: string | undefined): string | undefined {
    return remoteAddress === undefined ? undefined : this.#callers.forAddress(remoteAddress);
  }
}
