import { sha256 } from '@noble/hashes/sha2.js';
import type { ProofOfWork, ProofOfWorkChallenge } from '#domain/captcha.ts';

/** Milliseconds of work between two pauses, in which what somebody types is taken up. */
const SLICE = 12;
/** Numbers tried between two looks at the clock. */
const BATCH = 64;

/**
 * Finds the number a challenge asks for, and writes it as the token of ALTCHA. In slices on the page's own thread: a
 * worker would ask the policy for one more source, and a second or two of work does not need one. `crypto.subtle` is
 * missing on plain http, and for texts as short as these asking it takes longer than the work.
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

/** Lets the page do what else there is to do. A timer would wait 4 ms, and a second where the tab is not on show. */
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
