import type { CustomFetch } from 'openid-client';

/**
 * Bytes an issuer may answer with, unpacked. What it says of itself and its keys is 20 KB at the most talkative,
 * a token with all the groups somebody is in rarely more.
 */
export const LARGEST_ANSWER = 256 * 1024;

/** Asks as `ask` does, but hangs up on an answer as soon as it is too large; reading it then fails. */
export function boundedFetch(ask: CustomFetch = overNetwork): CustomFetch {
  return async (address, options) => {
    const answer = await ask(address, options);
    return new Response(answer.body?.pipeThrough(atMost(LARGEST_ANSWER)) ?? null, answer);
  };
}

// Its types name bodies that this one's do not, and we send none of them.
const overNetwork: CustomFetch = (address, options) => fetch(address, options as RequestInit);

function atMost(most: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      if (seen <= most) controller.enqueue(chunk);
      else controller.error(new Error(`The issuer’s response exceeds ${most} bytes.`));
    },
  });
}
