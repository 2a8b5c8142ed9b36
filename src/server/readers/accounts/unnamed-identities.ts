import { and, eq, exists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queries } from '#server/platform/db/database.ts';
import { normalizeIssuer, UNNAMED_ISSUER } from './issuers.ts';
import { identities } from './schema.ts';

const GOOGLE_ISSUER = normalizeIssuer('https://accounts.google.com');
/** Google's subjects are 10^20 plus up to 64 bits. No other issuer is known to use such numbers. */
const GOOGLE_SUBJECT_PATTERN = '^1[01][0-9]{19}$';

/** The configured issuers. */
interface Issuers {
  /** The present issuer. */
  issuer: string;
  /** The issuer before issuers were distinguished, if an operator has configured it. */
  earlierIssuer: string | undefined;
}

/**
 * Assigns identities without an issuer to the one they certainly belong to: the configured earlier issuer, or Google if
 * it is the present issuer and the subject has Google's form. Others cannot be used (decision 0018). Returns how many
 * are left.
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

/** Moves matching identities to an issuer, except those that have another account there. */
async function moveToIssuer(queries: Queries, issuer: string, ofIssuer: Condition): Promise<void> {
  const { userId, subject, createdAt } = identities;
  await queries.transaction(async (transaction) => {
    // Safe while several processes start at once and others sign readers in.
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
