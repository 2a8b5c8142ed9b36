import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A function that splits the body of an HTML document into pieces. The proxy sends each piece as soon as the function
 * yields it.
 */
type DocumentPieces = (body: Buffer) => AsyncIterable<Buffer>;

/**
 * Headers that describe how the server transfers a document. The proxy removes them, because it transfers the document
 * in pieces.
 */
const TRANSFER_HEADERS = ['content-encoding', 'content-length', 'transfer-encoding', 'connection'];

/** A proxy that forwards requests to the server under test, and sends HTML documents slowly. */
export interface SlowDocumentProxy {
  origin: string;
  close(): void;
}

/**
 * Starts a proxy that forwards requests to the server at `serverUrl`. The proxy sends each HTML document in the pieces
 * that `pieces` yields.
 */
export async function startSlowDocumentProxy(
  serverUrl: string,
  pieces: DocumentPieces,
): Promise<SlowDocumentProxy> {
  const server = createServer(async ({ url, headers: { accept = '*/*' } }, response) => {
    const serverResponse = await fetch(serverUrl + url, { headers: { accept } });
    const body = Buffer.from(await serverResponse.arrayBuffer());
    const headers = [...serverResponse.headers].filter(
      ([name]) => !TRANSFER_HEADERS.includes(name),
    );
    response.writeHead(serverResponse.status, Object.fromEntries(headers));
    if (serverResponse.headers.get('content-type')?.startsWith('text/html')) {
      for await (const piece of pieces(body)) response.write(piece);
      response.end();
    } else response.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
