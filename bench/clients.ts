/**
 * The benchmarks' HTTP clients. They run in a separate process, because they would slow down the server if they shared
 * its event loop.
 */
import { type RequestSpec, sendRequest } from './http-client.ts';
import { findLoadGenerator, type LoadTest, type LoadTestResult } from './load-generator.ts';
import { handleMessages } from './processes.ts';

export type ClientCommand =
  /** Sends as many requests as possible, for a load test. */
  | ({ kind: 'flood' } & LoadTest)
  /** Sends the given requests one after another, and repeats the sequence `rounds` times. */
  | { kind: 'turns'; requestSpecs: readonly RequestSpec[]; rounds: number }
  /** Requests each URL once, over `connections` simultaneous connections. */
  | { kind: 'visits'; urls: readonly string[]; connections: number };

export type ClientResult =
  | ({ kind: 'flood' } & LoadTestResult)
  /** The timings of each request, with one timing for each round. */
  | { kind: 'turns'; timings: RequestTiming[][] }
  | { kind: 'visits' };

/** The timing of one request. */
export interface RequestTiming {
  /** The time from the start of the request until the last byte of the response was received. */
  milliseconds: number;
  /** The Server-Timing header of the response, if it has one. */
  serverTiming: string | undefined;
}

const generator = await findLoadGenerator();

handleMessages(async (message: ClientCommand): Promise<ClientResult> => {
  if (message.kind === 'flood') return { kind: 'flood', ...(await generator.runLoadTest(message)) };
  if (message.kind === 'visits') return visitAll(message);
  return sendInTurn(message);
});
process.send!(generator.name);

async function sendInTurn({
  requestSpecs,
  rounds,
}: Extract<ClientCommand, { kind: 'turns' }>): Promise<ClientResult> {
  const timings: RequestTiming[][] = requestSpecs.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, requestSpec] of requestSpecs.entries()) {
      const { milliseconds, serverTiming } = await sendRequest(requestSpec);
      timings[index]!.push({ milliseconds, serverTiming });
    }
  return { kind: 'turns', timings };
}

async function visitAll({
  urls,
  connections,
}: Extract<ClientCommand, { kind: 'visits' }>): Promise<ClientResult> {
  const remainingUrls = urls.values();
  const visitRemaining = async () => {
    for (const url of remainingUrls) await sendRequest({ url });
  };
  await Promise.all(Array.from({ length: connections }, visitRemaining));
  return { kind: 'visits' };
}
