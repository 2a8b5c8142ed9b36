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
const MAX_NUMBER = 15_000;
/** Milliseconds: somebody writes for that long. A browser that is later solves another one while it sends. */
const CHALLENGE_LIFETIME = 10 * 60_000;

const ALGORITHM = 'SHA-256';

const proofSchema: z.ZodType<ProofOfWork> = z.strictObject({
  challenge: z.string().length(64),
  salt: z.string().max(200),
  signature: z.string().length(64),
  number: z.int().min(0).max(MAX_NUMBER),
});

/**
 * A proof of work, as ALTCHA has it: a browser counts for a moment, which costs whoever sends many messages more than
 * whoever sends one. It asks nobody else, keeps nothing in the browser and shows nothing.
 */
export function createProofOfWorkCaptcha(queries: Queries): Captcha {
  let key: Promise<string> | undefined;
  const getSharedKey = () => {
    key ??= loadSharedKey(queries).catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return key;
  };
  return {
    usesExternalService: false,

    async createChallenge() {
      const { challenge, salt, signature } = await createChallenge({
        algorithm: ALGORITHM,
        hmacKey: await getSharedKey(),
        maxnumber: MAX_NUMBER,
        expires: new Date(Date.now() + CHALLENGE_LIFETIME),
      });
      return {
        kind: 'proof-of-work',
        challenge,
        salt,
        signature,
        largest: MAX_NUMBER,
        lifetime: CHALLENGE_LIFETIME,
      };
    },

    async verify(token) {
      const proof = parseProof(token);
      if (
        !proof ||
        !(await verifySolution({ ...proof, algorithm: ALGORITHM }, await getSharedKey()))
      )
        throw new InvalidError(CAPTCHA_EXPIRED);
      if (!(await redeemChallenge(queries, proof))) throw new InvalidError(CAPTCHA_EXPIRED);
    },
  };
}

/** Spent challenges that nobody could use any more. */
export const expiredChallengesRemoval = removalOfExpired(spentChallenges);

const CAPTCHA_EXPIRED = 'The spam check expired. Please try again.';

function parseProof(token: string): ProofOfWork | undefined {
  try {
    return proofSchema.parse(JSON.parse(Buffer.from(token, 'base64').toString()));
  } catch {
    return undefined;
  }
}

/** Notes that a challenge has been answered; whether this is the first answer. */
async function redeemChallenge(queries: Queries, proof: ProofOfWork): Promise<boolean> {
  const { expires } = extractParams({ ...proof, algorithm: ALGORITHM });
  const first = await queries
    .insert(spentChallenges)
    .values({ tokenHash: proof.challenge, expiresAt: new Date(Number(expires) * 1000) })
    .onConflictDoNothing()
    .returning({ tokenHash: spentChallenges.tokenHash });
  return first.length > 0;
}

/** The key all processes on a database share: whoever needs it first makes it. */
async function loadSharedKey(queries: Queries): Promise<string> {
  await queries.insert(challengeKey).values({ id: 1, secret: newToken() }).onConflictDoNothing();
  const [row] = await queries.select().from(challengeKey).where(eq(challengeKey.id, 1));
  return row!.secret;
}
