import { and, eq, exists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queries } from '#server/platform/db/database.ts';
import { normalizeIssuer, UNNAMED_ISSUER } from './issuers.ts';
import { identities } from './schema.ts';

const GOOGLE_ISSUER = normalizeIssuer('https://accounts.google.com');
/** How Google numbers people: 10^20 and up to 64 bits more. Nobody else is known to. */
const GOOGLE_SUBJECT_PATTERN = '^1[01][0-9]{19}$';

/** What the process is configured with. */
interface Issuers {
  /** Whom readers sign in through now. */
  issuer: string;
  /** Whom they signed in through before issuers were told apart, where somebody who knows has said so. */
  earlierIssuer: string | undefined;
}

/**
 * Gives identities from before issuers were told apart to the issuer they are certainly of: the one that is said to
 * be theirs, or else Google, where it is the issuer and the subject is one of Google's. Others open nothing (decision
 * 0018). Returns how many of those are left.
 */
export async function assignIssuers(queries: Queries, issuers: Issuers): Promise<number> {
  const { issuer, earlierIssuer } = issuers;
  const isUnnamed = eq(identities.issuer, UNNAMED_ISSUER);
  if (earlierIssuer) await moveToIssuer(queries, normalizeIssuer(earlierIssuer), isUnnamed);
  else if (normalizeIssuer(issuer) === GOOGLE_ISSUER)
    await moveToIssuer(
      queries,
      GOOGLE_ISSUER,
      and(isUnnamed, sql`${identities.subject} ~ ${GOOGLE_SUBJECT_PATTERN}`),
    );
  return queries.$count(identities, isUnnamed);
}

/** Moves unnamed identities to an issuer, but for those that have another account there. */
async function moveToIssuer(queries: Queries, issuer: string, ofIssuer: Condition): Promise<void> {
  const { userId, subject, createdAt } = identities;
  await queries.transaction(async (transaction) => {
    // Several processes may start at once, while others sign readers in.
    await transaction
      .insert(identities)
      .select(
        transaction
          .select({ userId, issuer: sql<string>`${issuer}`.as('issuer'), subject, createdAt })
          .from(identities)
          .where(ofIssuer),
      )
      .onConflictDoNothing();
    const moved = alias(identities, 'moved');
    const isMoved = transaction
      .select({ subject: moved.subject })
      .from(moved)
      .where(and(eq(moved.issuer, issuer), eq(moved.subject, subject), eq(moved.userId, userId)));
    await transaction.delete(identities).where(and(ofIssuer, exists(isMoved)));
  });
}

type Condition = ReturnType<typeof and>;
