import { sha256 } from '@noble/hashes/sha2.js';
import type { ProofOfWork, ProofOfWorkChallenge } from '#domain/captcha.ts';

/** Milliseconds of computation between two pauses in which the browser handles events. */
const SLICE = 12;
/** Number of candidates to try between two checks of the clock. */
const BATCH = 64;

/**
 * Solves an ALTCHA challenge, and returns its token. Runs in slices on the main thread: a worker would require another
 * source in the content security policy, for a computation of one or two seconds. `crypto.subtle` is not used, because
 * it is missing on plain http, and its call overhead exceeds the time to hash such short texts.
 */
export async function solveProofOfWork({
  challenge,
  salt,
  signature,
  largest,
}: ProofOfWorkChallenge): Promise<string> {
  const wanted = bytesOf(challenge);
  const encoder = new TextEncoder();
  let from = performance.now();
  for (let number = 0; number <= largest; number++) {
    if (isSame(sha256(encoder.encode(salt + number)), wanted))
      return btoa(JSON.stringify({ challenge, salt, signature, number } satisfies ProofOfWork));
    if (number % BATCH === 0 && performance.now() - from > SLICE) {
      await turn();
      from = performance.now();
    }
  }
  throw new Error('This challenge has no answer.');
}

/** Yields to the event loop without a timer, which would wait at least 4 ms, or a second in a background tab. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.every((byte, at) => byte === other[at]);
}
