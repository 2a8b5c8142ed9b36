import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ArticleMeta } from '#domain/article.ts';
import type { ProofOfWorkChallenge } from '#domain/captcha.ts';
import {
  encodeProof,
  SAMPLE_MESSAGE,
  solveChallenge,
} from '#server/readers/contact/testing/contact-form.ts';
import type { SignedInAccount } from './accounts.ts';
import { type RequestOutcome, WebClient } from './client.ts';

/**
 * The kinds of writes that the test sends. Each contact message adds a row. A bookmark, feedback or follow adds at most
 * one row for each account and article or author.
 */
export type WriteKind = 'bookmark' | 'feedback' | 'follow' | 'message';

/** A write request. It is sent only once, so that a row in the database identifies the write. */
interface Write {
  kind: WriteKind;
  /**
   * The identity of the row that the write creates. It consists of the account and the article or author, or of the
   * text of the message.
   */
  identity: string;
  send(client: WebClient): Promise<RequestOutcome>;
}

/** Number of accounts that a writer uses. They suffice for 32,000 writes. */
export const ACCOUNTS_PER_WRITER = 250;
/** Milliseconds that a writer waits between writes. */
const PAUSE = 60;
/** Number of other writes that a writer sends between two contact messages. */
const WRITES_PER_MESSAGE = 20;

/** A log of all writers' writes, with their outcomes. */
export class WriteLog {
  /** Identities of all writes that were sent, by kind. */
  readonly sent = new Map<WriteKind, Set<string>>();
  /** Identities of the writes that Octavo acknowledged with a 2xx status, by kind. */
  readonly acknowledged = new Map<WriteKind, Set<string>>();
  readonly outcomes: RequestOutcome[] = [];

  recordSent({ kind, identity }: Write): void {
    addIdentity(this.sent, kind, identity);
  }

  recordOutcome({ kind, identity }: Write, outcome: RequestOutcome): void {
    this.outcomes.push(outcome);
    if (isSuccessfulOutcome(outcome)) addIdentity(this.acknowledged, kind, identity);
  }
}

export function isSuccessfulOutcome({ status }: RequestOutcome): boolean {
  return status >= 200 && status < 300;
}

/** The articles that readers bookmark, and the authors that they follow. */
export interface PublishedContent {
  articles: readonly Pick<ArticleMeta, 'id' | 'authorAlias' | 'path' | 'title'>[];
  /** IDs of the authors by alias. */
  authorIds: ReadonlyMap<string, string>;
}

/** Simulates one writer, which sends writes one after another until `stopped` is aborted. Never sends a write twice. */
export async function runWriter(
  accounts: readonly SignedInAccount[],
  content: PublishedContent,
  writeLog: WriteLog,
  stopped: AbortSignal,
): Promise<void> {
  const client = new WebClient();
  for (const write of listWrites(accounts, content)) {
    if (stopped.aborted) return;
    writeLog.recordSent(write);
    writeLog.recordOutcome(write, await write.send(client));
    await wait(PAUSE);
  }
  throw new Error('A writer has no writes left. Raise ACCOUNTS_PER_WRITER.');
}

function* listWrites(
  accounts: readonly SignedInAccount[],
  content: PublishedContent,
): Generator<Write> {
  let count = 0;
  for (const account of accounts)
    for (const write of listAccountWrites(account, content)) {
      yield write;
      count += 1;
      if (count % WRITES_PER_MESSAGE === 0) yield createMessage();
    }
}

function* listAccountWrites(
  { id, session }: SignedInAccount,
  { articles, authorIds }: PublishedContent,
): Generator<Write> {
  const put = (path: string, body?: unknown) => (client: WebClient) =>
    client.request(`/api/v1${path}`, { method: 'PUT', session, body });
  for (const [alias, authorId] of authorIds)
    yield {
      kind: 'follow',
      identity: `${id} ${authorId}`,
      send: put(`/authors/${alias}/follow`),
    };
  for (const article of articles) {
    const path = `/articles/${article.authorAlias}/${article.id}`;
    const identity = `${id} ${article.id}`;
    yield { kind: 'bookmark', identity, send: put(`${path}/bookmark`) };
    yield {
      kind: 'feedback',
      identity,
      send: put(`${path}/feedback`, { feedbackType: 'PRACTICAL' }),
    };
  }
}

function createMessage(): Write {
  const message = `Receipt ${randomUUID()}`;
  return {
    kind: 'message',
    identity: message,
    async send(client) {
      const challenge = await client.request('/api/v1/contact/challenge');
      if (!isSuccessfulOutcome(challenge)) return challenge;
      const { data } = JSON.parse(challenge.body) as { data: ProofOfWorkChallenge };
      const recaptchaToken = encodeProof(solveChallenge(data));
      return client.request('/api/v1/contact', {
        method: 'POST',
        body: { ...SAMPLE_MESSAGE, message, recaptchaToken },
      });
    },
  };
}

function addIdentity(sets: Map<WriteKind, Set<string>>, kind: WriteKind, identity: string): void {
  const identities = sets.get(kind);
  if (identities) identities.add(identity);
  else sets.set(kind, new Set([identity]));
}
