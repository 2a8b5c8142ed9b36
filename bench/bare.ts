/** The yardstick: a `node:http` server that knows some answers by heart, and does nothing else. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerMessages } from './processes.ts';
import { type Usage, usageNow } from './usage.ts';

/** An answer as it came from Octavo: its headers in order, names and values alternating, and its bytes. */
export interface BareAnswer {
  status: number;
  headers: string[];
  body: Uint8Array;
}

/** Answers to give from now on, by address. */
export type BareQuestion = 'usage' | ReadonlyMap<string, BareAnswer>;

let answers: ReadonlyMap<string, BareAnswer> = new Map();
const server = createServer((request, response) => {
  const { status, headers, body } = answers.get(request.url!)!;
  const answer = () => response.writeHead(status, headers).end(body);
  // Nobody knows what is asked for before the body is there.
  if (request.method === 'POST') request.resume().once('end', answer);
  else answer();
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));

answerMessages((question: BareQuestion): Usage => {
  if (question !== 'usage') answers = question;
  return usageNow();
});
