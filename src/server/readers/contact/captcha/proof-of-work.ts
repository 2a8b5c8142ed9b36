import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { ProofOfWork } from '#domain/captcha.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { removalOfExpired } from '#server/platform/db/removals.ts';
import { InvalidError } from '#server/platform/errors.ts';
import { newToken } from '#server/platform/tokens.ts';
import type { Captcha } from './captcha.ts';
import { challengeKey, spentChallenges } from './schema.ts';

/**
 * How many numbers there are to try, half of them on average. In a browser slowed down six times, as a phone of some
 * years ago is, trying all of them has to be over within two seconds (decision 0032).
 */
const LARGEST = 15_000;
/** Milliseconds: somebody writes for that long. A browser that is later solves another one while it sends. */
const LIFETIME = 10 * 60_000;

const ALGORITHM = 'SHA-256';

const proofSchema: z.ZodType<ProofOfWork> = z.strictObject({
  challenge: z.string().length(64),
  salt: z.string().max(200),
  signature: z.string().length(64),
  number: z.int().min(0).max(LARGEST),
});

/**
 * A proof of work, as ALTCHA has it: a browser counts for a moment, which costs whoever sends many messages more than
 * whoever sends one. It asks nobody else, keeps nothing in the browser and shows nothing.
 */
export function proofOfWork(queries: Queries): Captcha {
  let key: Promise<string> | undefined;
  const sharedKey = () => {
    key ??= keyOf(queries).catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return key;
  };
  return {
    asksOthers: false,

    async challenge() {
      const { challenge, salt, signature } = await createChallenge({
        algorithm: ALGORITHM,
        hmacKey: await sharedKey(),
        maxnumber: LARGEST,
        expires: new Date(Date.now() + LIFETIME),
      });
      return {
        kind: 'proof-of-work',
        challenge,
        salt,
        signature,
        largest: LARGEST,
        lifetime: LIFETIME,
      };
    },

    async verify(token) {
      const proof = proofIn(token);
      if (!proof || !(await verifySolution({ ...proof, algorithm: ALGORITHM }, await sharedKey())))
        throw new InvalidError(UNPROVEN);
      if (!(await spend(queries, proof))) throw new InvalidError(UNPROVEN);
    },
  };
}

/** Spent challenges that nobody could use any more. */
export const EXPIRED_CHALLENGES = removalOfExpired(spentChallenges);

const UNPROVEN = 'The spam check expired. Please try again.';

function proofIn(token: string): ProofOfWork | undefined {
  try {
    return proofSchema.parse(JSON.parse(Buffer.from(token, 'base64').toString()));
  } catch {
    return undefined;
  }
}

/** Notes that a challenge has been answered; whether this is the first answer. */
async function spend(queries: Queries, proof: ProofOfWork): Promise<boolean> {
  const { expires } = extractParams({ ...proof, algorithm: ALGORITHM });
  const first = await queries
    .insert(spentChallenges)
    .values({ tokenHash: proof.challenge, expiresAt: new Date(Number(expires) * 1000) })
    .onConflictDoNothing()
    .returning({ tokenHash: spentChallenges.tokenHash });
  return first.length > 0;
}

/** The key all processes on a database share: whoever needs it first makes it. */
async function keyOf(queries: Queries): Promise<string> {
  await queries.insert(challengeKey).values({ id: 1, secret: newToken() }).onConflictDoNothing();
  const [row] = await queries.select().from(challengeKey).where(eq(challengeKey.id, 1));
  return row!.secret;
}
