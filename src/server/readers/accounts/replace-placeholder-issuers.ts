import { and, eq, exists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queries } from '#server/platform/db/database.ts';
import { normalizeIssuer, PLACEHOLDER_ISSUER } from './issuers.ts';
import { identities } from './schema.ts';

const GOOGLE_ISSUER = normalizeIssuer('https://accounts.google.com');
/**
 * Matches Google's subject identifiers, which are 10^20 plus a 64-bit number. No other issuer is known to use such
 * numbers.
 */
const GOOGLE_SUBJECT_PATTERN = '^1[01][0-9]{19}$';

interface Issuers {
  /** The configured issuer's URL. */
  issuer: string;
  /**
   * The actual issuer of the identities that earlier releases stored under {@link PLACEHOLDER_ISSUER}; `undefined`
   * unless the operator has configured it.
   */
  earlierIssuer: string | undefined;
}

/**
 * Assigns an issuer to the identities that are stored under {@link PLACEHOLDER_ISSUER}. If the earlier issuer is
 * configured, all these identities get that issuer. Otherwise, if the current issuer is Google, identities whose
 * subjects match {@link GOOGLE_SUBJECT_PATTERN} get Google as their issuer. The remaining identities cannot be used for
 * signing in (decision 0018). Returns their number.
 */
export async function replacePlaceholderIssuers(
  queries: Queries,
  issuers: Issuers,
): Promise<number> {
  const { issuer, earlierIssuer } = issuers;
  const hasPlaceholderIssuer = eq(identities.issuer, PLACEHOLDER_ISSUER);
  if (earlierIssuer)
    await assignIssuer(queries, normalizeIssuer(earlierIssuer), hasPlaceholderIssuer);
  else if (normalizeIssuer(issuer) === GOOGLE_ISSUER)
    await assignIssuer(
      queries,
      GOOGLE_ISSUER,
      and(hasPlaceholderIssuer, sql`${identities.subject} ~ ${GOOGLE_SUBJECT_PATTERN}`),
    );
  return queries.$count(identities, hasPlaceholderIssuer);
}

/**
 * Assigns an issuer to the identities that match `condition`. Skips an identity if another account already has the same
 * subject at that issuer.
 */
async function assignIssuer(queries: Queries, issuer: string, condition: Condition): Promise<void> {
  const { userId, subject, createdAt } = identities;
  await queries.transaction(async (transaction) => {
    // Several processes can run this statement while readers sign in, so it skips identities that already exist.
    await transaction
      .insert(identities)
      .select(
        transaction
          .select({ userId, issuer: sql<string>`${issuer}`.as('issuer'), subject, createdAt })
          .from(identities)
          .where(condition),
      )
      .onConflictDoNothing();
    const moved = alias(identities, 'moved');
    const movedCopy = transaction
      .select({ subject: moved.subject })
      .from(moved)
      .where(and(eq(moved.issuer, issuer), eq(moved.subject, subject), eq(moved.userId, userId)));
    await transaction.delete(identities).where(and(condition, exists(movedCopy)));
  });
}

type Condition = ReturnType<typeof and>;
