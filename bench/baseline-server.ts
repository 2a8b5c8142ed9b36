/**
 * The benchmarks' baseline server: a `node:http` server that only replays recorded responses. Its speed shows how fast
 * a Node.js server can be on this machine.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleMessages } from './processes.ts';
import { type ProcessUsage, readProcessUsage } from './usage.ts';

/** A response recorded from Octavo. `headers` alternates between names and values, in their original order. */
export interface RecordedResponse {
  status: number;
  headers: string[];
  body: Uint8Array;
}

/**
 * A message to the baseline server: `usage` asks the server for its resource usage, and a map from paths to responses
 * replaces the responses that the server sends.
 */
export type BaselineServerCommand = 'usage' | ReadonlyMap<string, RecordedResponse>;

let responsesByPath: ReadonlyMap<string, RecordedResponse> = new Map();
const server = createServer((request, response) => {
  const { status, headers, body } = responsesByPath.get(request.url!)!;
  const sendResponse = () => response.writeHead(status, headers).end(body);
  // The baseline server reads the body of a POST request before it responds, because Octavo does the same.
  if (request.method === 'POST') request.resume().once('end', sendResponse);
  else sendResponse();
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));

handleMessages((message: BaselineServerCommand): ProcessUsage => {
  if (message !== 'usage') responsesByPath = message;
  return readProcessUsage();
});
