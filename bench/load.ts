/** The readers, in a process of their own: they must not share the server's event loop. */
import { type Asked, ask } from './answers.ts';
import { type Flood, type Flooded, findGenerator } from './flood.ts';
import { answerMessages } from './processes.ts';

export type LoadQuestion =
  /** As many requests as will go. */
  | ({ kind: 'flood' } & Flood)
  /** One request at a time: each of them in turn, and all of that `rounds` times. */
  | { kind: 'turns'; asked: readonly Asked[]; rounds: number }
  /** Each of them once, on `connections` at once. */
  | { kind: 'visits'; urls: readonly string[]; connections: number };

export type LoadAnswer =
  | ({ kind: 'flood' } & Flooded)
  /** Of each request, by what was asked. */
  | { kind: 'turns'; taken: Taken[][] }
  | { kind: 'visits' };

/** What one request took. */
export interface Taken {
  /** Until the last byte. */
  milliseconds: number;
  /** What the server says of it. */
  serverTiming: string | undefined;
}

const generator = await findGenerator();

answerMessages(async (question: LoadQuestion): Promise<LoadAnswer> => {
  if (question.kind === 'flood') return { kind: 'flood', ...(await generator.flood(question)) };
  if (question.kind === 'visits') return visit(question);
  return takeTurns(question);
});
process.send!(generator.name);

async function takeTurns({
  asked,
  rounds,
}: Extract<LoadQuestion, { kind: 'turns' }>): Promise<LoadAnswer> {
  const taken: Taken[][] = asked.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, each] of asked.entries()) {
      const { milliseconds, serverTiming } = await ask(each);
      taken[at]!.push({ milliseconds, serverTiming });
    }
  return { kind: 'turns', taken };
}

async function visit({
  urls,
  connections,
}: Extract<LoadQuestion, { kind: 'visits' }>): Promise<LoadAnswer> {
  const left = urls.values();
  const reader = async () => {
    for (const url of left) await ask({ url });
  };
  await Promise.all(Array.from({ length: connections }, reader));
  return { kind: 'visits' };
}
