import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { ProofOfWorkSolution } from '#domain/captcha.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { createExpiredTokensRemover } from '#server/platform/db/removals.ts';
import { InvalidRequestError } from '#server/platform/errors.ts';
import { createToken } from '#server/platform/tokens.ts';
import type { Captcha } from './captcha.ts';
import { captchaKey, redeemedChallenges } from './schema.ts';

/**
 * Largest number that can be the solution to a challenge. On average, a browser finds the solution after trying half of
 * the numbers. A browser on an old phone, simulated by slowing down the CPU by a factor of six, must be able to try all
 * numbers within two seconds (decision 0032).
 */
const MAX_NUMBER = 15_000;
/**
 * Milliseconds until a challenge expires, which gives the reader enough time to write a message. If the challenge has
 * expired when the message is sent, the browser solves a new one.
 */
const CHALLENGE_LIFETIME = 10 * 60_000;

const ALGORITHM = 'SHA-256';

const proofSchema: z.ZodType<ProofOfWorkSolution> = z.strictObject({
  challenge: z.string().length(64),
  salt: z.string().max(200),
  signature: z.string().length(64),
  number: z.int().min(0).max(MAX_NUMBER),
});

/**
 * Creates a captcha that uses ALTCHA's proof of work. The browser must spend a moment computing, which is expensive
 * only for clients that send many messages. The captcha requires no external service, browser storage or interaction.
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
        throw new InvalidRequestError(CAPTCHA_EXPIRED);
      if (!(await redeemChallenge(queries, proof))) throw new InvalidRequestError(CAPTCHA_EXPIRED);
    },
  };
}

/** Deletes redeemed challenges that have expired. */
export const expiredChallengesRemover = createExpiredTokensRemover(redeemedChallenges);

const CAPTCHA_EXPIRED = 'The spam check expired. Please try again.';

function parseProof(token: string): ProofOfWorkSolution | undefined {
  try {
    return proofSchema.parse(JSON.parse(Buffer.from(token, 'base64').toString()));
  } catch {
    return undefined;
  }
}

/** Marks a challenge as redeemed. Returns false if the challenge was already redeemed. */
async function redeemChallenge(queries: Queries, proof: ProofOfWorkSolution): Promise<boolean> {
  const { expires } = extractParams({ ...proof, algorithm: ALGORITHM });
  const inserted = await queries
    .insert(redeemedChallenges)
    .values({ tokenHash: proof.challenge, expiresAt: new Date(Number(expires) * 1000) })
    .onConflictDoNothing()
    .returning({ tokenHash: redeemedChallenges.tokenHash });
  return inserted.length > 0;
}

/**
 * Returns the key for signing challenges. All processes that use the same database share this key. The first process
 * that needs the key creates it.
 */
async function loadSharedKey(queries: Queries): Promise<string> {
  await queries.insert(captchaKey).values({ id: 1, secret: createToken() }).onConflictDoNothing();
  const [row] = await queries.select().from(captchaKey).where(eq(captchaKey.id, 1));
  return row!.secret;
}
