import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A response from the local server that replaces the stock photo services. */
export interface StockServerResponse {
  status?: number;
  headers?: Record<string, string>;
  /** The response's body. If omitted, the server never responds. */
  body?: unknown;
}

/** A local server that replaces the APIs of Unsplash and Pexels, and Pexels' image server. */
export interface StockPhotoServer {
  address: string;
  /** The requested paths with their queries, in order. */
  requestedPaths: string[];
  /** The headers of the last request. */
  headers: Record<string, unknown>;
  /** The server's responses, by request path. */
  responses: Map<string, StockServerResponse>;
  close(): void;
}

export async function startStockPhotoServer(): Promise<StockPhotoServer> {
  const stockServer: StockPhotoServer = {
    address: '',
    requestedPaths: [],
    headers: {},
    responses: new Map(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer((request, response) => {
    stockServer.requestedPaths.push(request.url!);
    stockServer.headers = request.headers;
    const path = request.url!.split('?', 1)[0]!;
    const configured = stockServer.responses.get(path) ?? { status: 404, body: {} };
    if (!('body' in configured)) return;
    const { status = 200, headers = {}, body } = configured;
    const content = Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, headers).end(content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stockServer.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stockServer;
}

/** Returns a picture in the response format of the Unsplash API. */
export function createUnsplashPhoto(
  { address }: Pick<StockPhotoServer, 'address'>,
  changes: object = {},
) {
  return {
    id: 'Dwu85P9SOIk',
    width: 2448,
    height: 3264,
    color: '#6E633A',
    alt_description: 'a man drinking a coffee',
    description: null,
    urls: {
      raw: 'https://images.unsplash.com/photo-1417325384643-aac51acc9e5d?ixid=abc&ixlib=rb-4.1.0',
      small: 'https://images.unsplash.com/photo-1417325384643-aac51acc9e5d?w=400&ixid=abc',
    },
    links: { download_location: `${address}/photos/Dwu85P9SOIk/download?ixid=abc` },
    user: { name: 'Joel <b>Bosetti</b>', links: { html: 'https://unsplash.com/@joel' } },
    ...changes,
  };
}

/** Returns a picture in the response format of the Pexels API. */
export function createPexelsPhoto({ address }: StockPhotoServer, changes: object = {}) {
  return {
    id: 2014422,
    width: 3024,
    height: 3024,
    photographer: 'Joey Farina',
    photographer_url: 'https://www.pexels.com/@joey',
    avg_color: '#978E82',
    alt: 'Brown rocks during golden hour',
    src: {
      original: `${address}/photos/2014422/pexels-photo-2014422.jpeg`,
      medium: 'https://images.pexels.com/photos/2014422/pexels-photo-2014422.jpeg?h=350',
    },
    ...changes,
  };
}
