/** The baseline server of the benchmarks: a `node:http` server that only replays recorded responses. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerMessages } from './processes.ts';
import { type ProcessUsage, readProcessUsage } from './usage.ts';

/** A recorded Octavo response: its body, and its headers in their original order as alternating names and values. */
export interface RecordedResponse {
  status: number;
  headers: string[];
  body: Uint8Array;
}

/**
 * A message to the baseline server: either a request for its resource usage, or the responses to serve from now on, by
 * path.
 */
export type BaselineMessage = 'usage' | ReadonlyMap<string, RecordedResponse>;

let answers: ReadonlyMap<string, RecordedResponse> = new Map();
const server = createServer((request, response) => {
  const { status, headers, body } = answers.get(request.url!)!;
  const answer = () => response.writeHead(status, headers).end(body);
  // Octavo reads a POST request's body before it responds, so the baseline server does too.
  if (request.method === 'POST') request.resume().once('end', answer);
  else answer();
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));

answerMessages((question: BaselineMessage): ProcessUsage => {
  if (question !== 'usage') answers = question;
  return readProcessUsage();
});
