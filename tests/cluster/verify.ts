import { withSuperuserConnection } from './cluster.ts';
import type { WriteKind, WriteLog } from './writers.ts';

/**
 * For each kind of write, an SQL statement that returns the identities of all rows created by such writes. An identity
 * consists of the account and the article or author, or of the text of a message.
 */
const ROWS: Readonly<Record<WriteKind, string>> = {
  bookmark: `SELECT user_id || ' ' || article_id AS identity FROM bookmarks`,
  feedback: `SELECT user_id || ' ' || article_id AS identity FROM feedback`,
  follow: `SELECT user_id || ' ' || author_id AS identity FROM follows`,
  message: `SELECT message AS identity FROM contact_messages`,
};

export interface WriteVerification {
  acknowledged: number;
  /** Identities of writes that Octavo acknowledged, but whose rows do not exist. */
  lost: string[];
  /** Identities of writes that created several rows. */
  doubled: string[];
  /** Identities of rows that do not belong to any write. */
  unknown: string[];
}

/**
 * Compares the sent and acknowledged writes with the rows in the primary database. Writers may continue during the
 * comparison.
 */
export async function verifyWrites({ acknowledged, sent }: WriteLog): Promise<WriteVerification> {
  const result: WriteVerification = { acknowledged: 0, lost: [], doubled: [], unknown: [] };
  await withSuperuserConnection('octavo', async (client) => {
    for (const kind of Object.keys(ROWS) as WriteKind[]) {
      // The identities of acknowledged writes are copied before the query, because its result may lack writes that are
      // acknowledged later.
      const expected = [...(acknowledged.get(kind) ?? [])];
      const { rows } = await client.query<{ identity: string }>(ROWS[kind]);
      const identities = new Set<string>();
      for (const { identity } of rows) {
        if (identities.has(identity)) result.doubled.push(`${kind} ${identity}`);
        if (!sent.get(kind)?.has(identity)) result.unknown.push(`${kind} ${identity}`);
        identities.add(identity);
      }
      result.acknowledged += expected.length;
      for (const identity of expected)
        if (!identities.has(identity)) result.lost.push(`${kind} ${identity}`);
    }
  });
  return result;
}
