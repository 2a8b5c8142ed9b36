import type { CustomFetch } from 'openid-client';

/**
 * Maximum size of an issuer's decompressed response, in bytes. Metadata and keys take up to 20 KB. Even a token that
 * lists all of a user's groups rarely exceeds this limit.
 */
export const MAX_ISSUER_RESPONSE_BYTES = 256 * 1024;

/** Wraps a fetch function. If a response exceeds {@link MAX_ISSUER_RESPONSE_BYTES}, reading its body fails. */
export function createSizeLimitedFetch(baseFetch: CustomFetch = networkFetch): CustomFetch {
  return async (url, options) => {
    const response = await baseFetch(url, options);
    return new Response(
      response.body?.pipeThrough(createSizeLimit(MAX_ISSUER_RESPONSE_BYTES)) ?? null,
      response,
    );
  };
}

// The cast is safe: `CustomFetch` and `fetch` allow different request bodies, but requests to issuers only have bodies
// that both of them allow.
const networkFetch: CustomFetch = (url, options) => fetch(url, options as RequestInit);

function createSizeLimit(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let receivedBytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      receivedBytes += chunk.byteLength;
      if (receivedBytes <= limit) controller.enqueue(chunk);
      else controller.error(new Error(`The issuer’s response exceeds ${limit} bytes.`));
    },
  });
}
