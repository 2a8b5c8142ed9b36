import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The share of a document that the proxy sends immediately. It fills more than the window. */
const IMMEDIATE_SHARE = 0.7;
/**
 * Headers that describe how the server transfers a document. The proxy drops them, since it transfers documents
 * differently.
 */
const TRANSFER_HEADERS = ['content-encoding', 'content-length', 'transfer-encoding', 'connection'];

/** A proxy in front of the server that holds back the end of each document. */
export interface SlowDocumentProxy {
  origin: string;
  /** Sends the remaining parts of all documents. */
  goOn(): void;
  close(): void;
}

/** Starts a proxy that forwards requests to the server at `serverUrl`, and holds back the end of each document. */
export async function startSlowDocumentProxy(serverUrl: string): Promise<SlowDocumentProxy> {
  const { promise: rest, resolve: goOn } = Promise.withResolvers<void>();
  const server = createServer(async ({ url, headers: { accept = '*/*' } }, response) => {
    const answer = await fetch(serverUrl + url, { headers: { accept } });
    const body = Buffer.from(await answer.arrayBuffer());
    const headers = [...answer.headers].filter(([name]) => !TRANSFER_HEADERS.includes(name));
    response.writeHead(answer.status, Object.fromEntries(headers));
    if (answer.headers.get('content-type')?.startsWith('text/html')) {
      response.write(body.subarray(0, IMMEDIATE_SHARE * body.length));
      await rest;
      response.end(body.subarray(IMMEDIATE_SHARE * body.length));
    } else response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    goOn,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
