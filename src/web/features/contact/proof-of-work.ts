import { sha256 } from '@noble/hashes/sha2.js';
import type { ProofOfWork, ProofOfWorkChallenge } from '#domain/captcha.ts';

/** Milliseconds of work between two pauses for input events. */
const SLICE = 12;
/** The numbers tried between two checks of the clock. */
const BATCH = 64;

/**
 * Solves an ALTCHA challenge, and returns its token. Runs in slices on the main thread: a worker would need another source
 * in the content security policy, for a second or two of work. `crypto.subtle` is missing on plain http, and calling it
 * takes longer than hashing such short texts.
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

/** Yields to the event loop. A timer would wait 4 ms, or a second in a background tab. */
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
