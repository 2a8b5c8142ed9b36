import type { CustomFetch } from 'openid-client';

/**
 * Bytes an issuer may answer with, unpacked. What it says of itself and its keys is 20 KB at the most talkative,
 * a token with all the groups somebody is in rarely more.
 */
export const MAX_RESPONSE_BYTES = 256 * 1024;

/** Asks as `ask` does, but hangs up on an answer as soon as it is too large; reading it then fails. */
export function createBoundedFetch(baseFetch: CustomFetch = networkFetch): CustomFetch {
  return async (url, options) => {
    const response = await baseFetch(url, options);
    return new Response(
      response.body?.pipeThrough(createSizeLimit(MAX_RESPONSE_BYTES)) ?? null,
      response,
    );
  };
}

// Its types name bodies that this one's do not, and we send none of them.
const networkFetch: CustomFetch = (url, options) => fetch(url, options as RequestInit);

function createSizeLimit(most: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      if (seen <= most) controller.enqueue(chunk);
      else controller.error(new Error(`The issuer’s response exceeds ${most} bytes.`));
    },
  });
}
