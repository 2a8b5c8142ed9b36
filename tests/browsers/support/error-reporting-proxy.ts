import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { reportErrors } from './report-errors.ts';

/** Path of the error-reporting script, which every page loads before its own scripts. */
const SCRIPT_PATH = '/error-reports.js';
/**
 * Path at which the proxy collects page errors. A POST request adds the error in its body. A GET request returns all
 * errors since the previous GET request, as JSON.
 */
export const REPORTS_PATH = '/error-reports';

/**
 * Path for simulating an outage of the server. After a PUT request, the proxy closes all connections without a
 * response. A DELETE request ends the outage.
 */
export const OUTAGE_PATH = '/outage';

/**
 * Starts a proxy at `port` in front of the server at the URL `product`. The proxy adds a script to each HTML document.
 * The script reports the page's errors to the proxy. This is necessary because WebDriver can neither read page errors
 * nor run a script before the page's own scripts.
 */
export async function startErrorReportingProxy(
  port: number,
  product: string,
): Promise<{ close(): void }> {
  let reports: string[] = [];
  let isOutage = false;
  const server = createServer(async (incoming, response) => {
    if (incoming.url === SCRIPT_PATH) {
      response.setHeader('content-type', 'text/javascript');
      response.end(`(${reportErrors})(${JSON.stringify(REPORTS_PATH)});`);
    } else if (incoming.url === REPORTS_PATH && incoming.method === 'POST') {
      reports.push(await text(incoming));
      response.writeHead(204).end();
    } else if (incoming.url === REPORTS_PATH) {
      response.end(JSON.stringify(reports));
      reports = [];
    } else if (incoming.url === OUTAGE_PATH) {
      isOutage = incoming.method === 'PUT';
      response.end();
    } else if (isOutage) incoming.socket.destroy();
    else forward(incoming, response, product);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forward(incoming: IncomingMessage, response: ServerResponse, product: string): void {
  const { url = '/', method, headers } = incoming;
  const forwarded = request(
    product + url,
    { method, headers: { ...headers, 'accept-encoding': 'identity' } },
    async (upstreamResponse) => {
      const isDocument = upstreamResponse.headers['content-type']?.startsWith('text/html') ?? false;
      if (!isDocument || method !== 'GET') {
        response.writeHead(upstreamResponse.statusCode!, upstreamResponse.headers);
        upstreamResponse.pipe(response);
        return;
      }
      const { 'content-length': _, ...otherHeaders } = upstreamResponse.headers;
      const html = await text(upstreamResponse);
      response.writeHead(upstreamResponse.statusCode!, otherHeaders);
      response.end(html.replace('<head>', `<head><script src="${SCRIPT_PATH}"></script>`));
    },
  );
  forwarded.on('error', () => response.destroy());
  response.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
}
