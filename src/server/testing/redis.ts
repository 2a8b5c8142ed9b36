import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { recordSkippedSuites } from '../../../scripts/recap.mjs';

/** URL of the Redis server for tests. There may be no server at this URL. */
const REDIS_URL = process.env.TEST_REDIS_URL || 'redis://localhost:6379';

/**
 * Returns true if a Redis server is available at `TEST_REDIS_URL` or on localhost. Otherwise, the test run's summary
 * reports the skipped tests.
 */
export async function isRedisAvailable(): Promise<boolean> {
  const redis = new Redis(REDIS_URL, { lazyConnect: true, retryStrategy: null });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return true;
  } catch (error) {
    recordSkippedSuites(
      `what processes share through Redis: there is none to test on (${String(error)}); set TEST_REDIS_URL.`,
    );
    return false;
  } finally {
    redis.disconnect();
  }
}

/** Returns the Redis server's URL with a parameter `keyPrefix` that contains a random key prefix. */
export function createRedisUrl(): string {
  const url = new URL(REDIS_URL);
  url.searchParams.set('keyPrefix', `octavo-test-${randomBytes(6).toString('hex')}:`);
  return url.href;
}

/** Returns the remaining lifetimes, in milliseconds, of all keys that begin with the URL's `keyPrefix` parameter. */
export async function listRedisKeyLifetimes(url: string): Promise<number[]> {
  const redis = new Redis(REDIS_URL);
  const keys = await redis.keys(`${new URL(url).searchParams.get('keyPrefix')}*`);
  const lifetimes = await Promise.all(keys.map((key) => redis.pttl(key)));
  redis.disconnect();
  return lifetimes;
}

/** A proxy in front of a Redis server that can simulate failures. */
export interface RedisProxy {
  /** The URL of the proxy. */
  url: string;
  /** Stops forwarding data without closing connections. */
  freeze(): void;
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Accepts and forwards new connections again. */
  restore(): Promise<void>;
}

/** Opens a proxy to the Redis server at `url`. Call `cut` at the end of the test. */
export async function openRedisProxy(url: string): Promise<RedisProxy> {
  const { hostname, port, search } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port || 6379), hostname);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxyPort = (server.address() as AddressInfo).port;
  return {
    url: `redis://127.0.0.1:${proxyPort}/${search}`,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async cut() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
    async restore() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) return;
      server.listen(proxyPort, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
