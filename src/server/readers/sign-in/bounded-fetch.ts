import type { CustomFetch } from 'openid-client';

/**
 * The largest decompressed response of an issuer in bytes. Metadata and keys take up to 20 KB; a token with all groups
 * of a user rarely takes more.
 */
export const MAX_RESPONSE_BYTES = 256 * 1024;

/**
 * Wraps a fetch function so that a response is aborted once it exceeds {@link MAX_RESPONSE_BYTES}. Reading it then
 * fails.
 */
export function createBoundedFetch(baseFetch: CustomFetch = networkFetch): CustomFetch {
  return async (url, options) => {
    const response = await baseFetch(url, options);
    return new Response(
      response.body?.pipeThrough(createSizeLimit(MAX_RESPONSE_BYTES)) ?? null,
      response,
    );
  };
}

// The types differ in bodies that are not used here.
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
