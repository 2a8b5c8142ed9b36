/** The readers, in a process of their own: they must not share the server's event loop. */
import http from 'node:http';
import autocannon from 'autocannon';
import { ACCEPT } from './answers.ts';
import { answerMessages } from './processes.ts';

export type LoadQuestion =
  /** As many requests as will go over `connections`, for so many seconds or up to a number of requests. */
  | ({ kind: 'flood'; url: string; connections: number } & ({ seconds: number } | { most: number }))
  /** One request at a time: each address in turn, and all of that `rounds` times. */
  | { kind: 'turns'; urls: readonly string[]; rounds: number };

export type LoadAnswer =
  | { kind: 'flood'; requests: number; seconds: number }
  /** Milliseconds of each request, by address. */
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
  urls,
  rounds,
}: Extract<LoadQuestion, { kind: 'turns' }>): Promise<LoadAnswer> {
  const times: number[][] = urls.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, url] of urls.entries()) times[at]!.push(await timeOf(url));
  return { kind: 'turns', times };
}

/** Milliseconds until the last byte. */
function timeOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    http
      .get(url, { agent, headers: ACCEPT }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} gave ${response.statusCode}.`));
        response.resume().once('end', () => resolve(performance.now() - started));
      })
      .once('error', reject);
  });
}
