import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const SENTENCE =
  'A plain page has a heading and some text, in the letters of the device, and nothing else. ';
const DOCUMENT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="description" content="A heading and some text.">
<title>A plain page</title>
<h1>A plain page</h1>
${`<p>${SENTENCE.repeat(5)}</p>\n`.repeat(20)}</html>
`;

/** Serves a minimal page on a free port. The loading time of this page in a browser shows how fast the machine is. */
export async function servePlainPage() {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(DOCUMENT);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
