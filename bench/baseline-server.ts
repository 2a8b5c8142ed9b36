/** The baseline server of the benchmarks: a `node:http` server that only repeats recorded responses. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerMessages } from './processes.ts';
import { readUsage, type Usage } from './usage.ts';

/** A recorded response of Octavo: its headers in order, names and values alternating, and its body. */
export interface RecordedResponse {
  status: number;
  headers: string[];
  body: Uint8Array;
}

/** A message to the baseline server: a request for its resource usage, or the responses to serve from now on, by URL. */
export type BaselineMessage = 'usage' | ReadonlyMap<string, RecordedResponse>;

let answers: ReadonlyMap<string, RecordedResponse> = new Map();
const server = createServer((request, response) => {
  const { status, headers, body } = answers.get(request.url!)!;
  const answer = () => response.writeHead(status, headers).end(body);
  // The response to a POST request waits for the request's body.
  if (request.method === 'POST') request.resume().once('end', answer);
  else answer();
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));

answerMessages((question: BaselineMessage): Usage => {
  if (question !== 'usage') answers = question;
  return readUsage();
});
