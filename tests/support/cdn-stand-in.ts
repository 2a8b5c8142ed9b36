import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A purge request that the simulated CDN has received. */
export interface PurgeRequest {
  keys?: readonly string[];
  everything?: boolean;
}

/** Starts a simulated CDN purge endpoint, which accepts and records every request. */
export async function startCdnStandIn() {
  const purges: PurgeRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    purges.push(JSON.parse(body.toString()) as PurgeRequest);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`,
    purges: purges as readonly PurgeRequest[],
    close: () => server.close(),
  };
}
