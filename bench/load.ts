/** The readers, in a process of their own: they must not share the server's event loop. */
import http from 'node:http';
import autocannon from 'autocannon';
import { ACCEPT } from './answers.ts';
import { answerMessages } from './processes.ts';

export type LoadQuestion =
  /** As many requests as will go over `connections`, for so many seconds or up to a number of requests. */
  | ({ kind: 'flood'; url: string; connections: number } & ({ seconds: number } | { most: number }))
  /** One request at a time: each of them in turn, and all of that `rounds` times. */
  | { kind: 'turns'; asked: readonly Asked[]; rounds: number };

/** A request of its own. */
export interface Asked {
  url: string;
  /** GET when it is absent. */
  method?: 'PUT' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
}

export type LoadAnswer =
  | { kind: 'flood'; requests: number; seconds: number }
  /** Milliseconds of each request, by what was asked. */
  | { kind: 'turns'; times: number[][] };

const agent = new http.Agent({ keepAlive: true });

answerMessages(
  (question: LoadQuestion): Promise<LoadAnswer> =>
    question.kind === 'flood' ? flood(question) : takeTurns(question),
);
process.send!('ready');

async function flood(question: Extract<LoadQuestion, { kind: 'flood' }>): Promise<LoadAnswer> {
  const { url, connections } = question;
  const until = 'most' in question ? { amount: question.most } : { duration: question.seconds };
  const result = await autocannon({ url, connections, ...until, headers: ACCEPT });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed) throw new Error(`${failed} of ${result.requests.total} requests to ${url} failed.`);
  return { kind: 'flood', requests: result.requests.total, seconds: result.duration };
}

async function takeTurns({
  asked,
  rounds,
}: Extract<LoadQuestion, { kind: 'turns' }>): Promise<LoadAnswer> {
  const times: number[][] = asked.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, each] of asked.entries()) times[at]!.push(await timeOf(each));
  return { kind: 'turns', times };
}

/** Milliseconds until the last byte. */
function timeOf({ url, method, headers }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    http
      .request(url, { agent, method, headers: { ...ACCEPT, ...headers } }, (response) => {
        const { statusCode } = response;
        if (statusCode !== 200 && statusCode !== 204)
          reject(new Error(`${url} gave ${statusCode}.`));
        response.resume().once('end', () => resolve(performance.now() - started));
      })
      .once('error', reject)
      .end();
  });
}
