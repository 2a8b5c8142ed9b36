import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One POST to the stand-in. */
export interface Purge {
  keys?: readonly string[];
  everything?: boolean;
}

/** Stands in for a CDN that is told to purge: takes every POST, and remembers it. */
export async function purgeCounter() {
  const purges: Purge[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    purges.push(JSON.parse(body.toString()) as Purge);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`,
    purges: purges as readonly Purge[],
    /** How many of them named a key. */
    countOf: (key: string) => purges.filter(({ keys }) => keys?.includes(key)).length,
    close: () => server.close(),
  };
}
