import { sha256 } from '@noble/hashes/sha2.js';
import type { ProofOfWorkChallenge, ProofOfWorkSolution } from '#domain/captcha.ts';

/** The computation pauses after this many milliseconds, so that the browser can handle events. */
const SLICE_DURATION = 12;
/** The number of candidate solutions that are tried between two checks of the clock. */
const BATCH_SIZE = 64;

/**
 * Solves an ALTCHA proof-of-work challenge, and resolves with the token for the server. The computation takes up to two
 * seconds on an old phone. It runs in slices on the main thread, because a worker would require an additional source in
 * the content security policy. It does not use `crypto.subtle`, which is missing on plain HTTP and is slow for many
 * short inputs.
 */
export async function solveProofOfWork({
  challenge,
  salt,
  signature,
  largest,
}: ProofOfWorkChallenge): Promise<string> {
  const target = decodeHex(challenge);
  const encoder = new TextEncoder();
  let sliceStart = performance.now();
  for (let number = 0; number <= largest; number++) {
    if (areEqual(sha256(encoder.encode(salt + number)), target))
      return btoa(
        JSON.stringify({ challenge, salt, signature, number } satisfies ProofOfWorkSolution),
      );
    if (number % BATCH_SIZE === 0 && performance.now() - sliceStart > SLICE_DURATION) {
      await yieldToEventLoop();
      sliceStart = performance.now();
    }
  }
  throw new Error('This challenge has no answer.');
}

/**
 * Lets the browser handle pending events. Does not use a timer, which would wait at least 4 ms, or a second in a
 * background tab.
 */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

function decodeHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.every((byte, at) => byte === b[at]);
}
