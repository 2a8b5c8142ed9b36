import { once } from 'node:events';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

type Headers = Record<string, string>;

export interface Http2Response {
  status: number;
  headers: http2.IncomingHttpHeaders;
  body: Buffer;
}

/** An HTTP/2 connection to an application with a self-signed certificate. */
export interface Http2Client {
  session: http2.ClientHttp2Session;
  /** Sends a POST request if `body` is given, and a GET request otherwise. Rejects if the server resets the stream. */
  request(path: string, headers?: Headers, body?: string): Promise<Http2Response>;
  close(): Promise<void>;
}

export async function connectByHttp2({ server }: FastifyInstance): Promise<Http2Client> {
  const { port } = server.address() as AddressInfo;
  const session = http2.connect(`https://localhost:${port}`, { rejectUnauthorized: false });
  session.on('error', () => {});
  await once(session, 'remoteSettings');
  return {
    session,
    async request(path, headers = {}, body) {
      const method = body === undefined ? 'GET' : 'POST';
      const stream = session.request({ ':method': method, ':path': path, ...headers });
      stream.end(body);
      const [received] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
      const responseBody = Buffer.concat(await stream.toArray());
      // Destroying the stream prevents Node's client from sending the rest of the request body after the response.
      stream.destroy();
      return { status: Number(received[':status']), headers: received, body: responseBody };
    },
    async close() {
      if (session.destroyed) return;
      session.close();
      await once(session, 'close');
    },
  };
}
