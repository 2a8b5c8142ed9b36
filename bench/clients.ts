/**
 * The HTTP clients of the benchmarks. They run in a separate process, so that they do not share the server's event
 * loop.
 */
import { type RequestSpec, sendRequest } from './http-client.ts';
import { findLoadGenerator, type LoadTest, type LoadTestResult } from './load-generator.ts';
import { answerMessages } from './processes.ts';

export type ClientMessage =
  /** Sends as many requests as possible. */
  | ({ kind: 'flood' } & LoadTest)
  /** Sends the requests one after another, and repeats this for `rounds` rounds. */
  | { kind: 'turns'; asked: readonly RequestSpec[]; rounds: number }
  /** Requests each URL once, on `connections` simultaneous connections. */
  | { kind: 'visits'; urls: readonly string[]; connections: number };

export type ClientResult =
  | ({ kind: 'flood' } & LoadTestResult)
  /** The timings of each request, one for every round. */
  | { kind: 'turns'; taken: RequestTiming[][] }
  | { kind: 'visits' };

/** The timing of one request. */
export interface RequestTiming {
  /** The time to the last byte of the response. */
  milliseconds: number;
  /** The response's Server-Timing header. */
  serverTiming: string | undefined;
}

const generator = await findLoadGenerator();

answerMessages(async (question: ClientMessage): Promise<ClientResult> => {
  if (question.kind === 'flood') return { kind: 'flood', ...(await generator.flood(question)) };
  if (question.kind === 'visits') return visit(question);
  return takeTurns(question);
});
process.send!(generator.name);

async function takeTurns({
  asked,
  rounds,
}: Extract<ClientMessage, { kind: 'turns' }>): Promise<ClientResult> {
  const taken: RequestTiming[][] = asked.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, each] of asked.entries()) {
      const { milliseconds, serverTiming } = await sendRequest(each);
      taken[at]!.push({ milliseconds, serverTiming });
    }
  return { kind: 'turns', taken };
}

async function visit({
  urls,
  connections,
}: Extract<ClientMessage, { kind: 'visits' }>): Promise<ClientResult> {
  const left = urls.values();
  const reader = async () => {
    for (const url of left) await sendRequest({ url });
  };
  await Promise.all(Array.from({ length: connections }, reader));
  return { kind: 'visits' };
}
