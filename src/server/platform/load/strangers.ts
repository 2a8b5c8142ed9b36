import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import { type TLSSocket, Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Callers } from './callers.ts';

/** Milliseconds for which nobody new is heard from where a connection was cut off. */
const REST = 1000;

/** A connection: as Node hands it over, or what HTTP/2 makes of it. */
type Connection = Socket | ServerHttp2Session;

/**
 * Connections that have asked for nothing yet. Where one connection floods the server, others of its caller are likely
 * to bring as much: what has been read of each takes ten milliseconds or more before it can be cut.
 */
export class Strangers {
  readonly #callers: Callers;
  /** Who is at the other end. */
  readonly #callerAt = new WeakMap<Connection, string>();
  readonly #silent = new Set<Connection>();
  /** Who was cut off lately. */
  readonly #resting = new Set<string>();

  constructor({ server }: FastifyInstance, callers: Callers) {
    this.#callers = callers;
    if (server instanceof TlsServer) {
      server.on('connection', (socket: Socket) => this.#refuseResting(socket));
      server.on('secureConnection', (socket: TLSSocket) => {
        if (socket.alpnProtocol !== 'h2') this.#meet(socket, socket);
      });
      server.on('session', (session: ServerHttp2Session) => this.#meet(session, session.socket));
    } else
      server.on('connection', (socket: Socket) => {
        if (!this.#refuseResting(socket)) this.#meet(socket, socket);
      });
  }

  /** It has asked for something: it is no stranger any more. */
  hear(connection: Connection): void {
    this.#silent.delete(connection);
  }

  /** Cuts off every stranger from where `connection` came from, and whoever else comes from there for {@link REST}. */
  cutOff(connection: Connection): void {
    const caller = this.#callerAt.get(connection);
    if (caller === undefined || this.#resting.has(caller)) return;
    this.#resting.add(caller);
    setTimeout(() => this.#resting.delete(caller), REST).unref();
    for (const stranger of this.#silent)
      if (this.#callerAt.get(stranger) === caller) stranger.destroy();
  }

  #meet(connection: Connection, { remoteAddress }: Pick<Socket, 'remoteAddress'>): void {
    const caller = this.#callerOf(remoteAddress);
    if (caller === undefined) return;
    this.#callerAt.set(connection, caller);
    this.#silent.add(connection);
    connection.once('close', () => this.#silent.delete(connection));
  }

  #refuseResting(socket: Socket): boolean {
    const caller = this.#callerOf(socket.remoteAddress);
    const isResting = caller !== undefined && this.#resting.has(caller);
    if (isResting) socket.destroy();
    return isResting;
  }

  #callerOf(remoteAddress: string | undefined): string | undefined {
    return remoteAddress === undefined ? undefined : this.#callers.at(remoteAddress);
  }
}
