import type { PagePayload } from '#domain/page.ts';
import { allowInlineBlocks } from '#server/platform/http/security-headers.ts';
import {
  CachedResponse,
  computeEtag,
  type ResponseTraits,
} from '#server/platform/http-cache/cached-response.ts';
import { renderDocument } from './document.ts';
import type { RenderContext } from './render-context.ts';
import type { DocumentAssets } from './web-build.ts';

/** Representation of a page: the HTML document, or the payload as JSON. */
export type PageRepresentation = 'document' | 'payload';

/**
 * Creates the cached response for a page. The payload is stored as bytes, which need a fraction of the memory of
 * objects. The document is rendered from the payload on its first request. `url` is the URL for which React renders the
 * page.
 */
export function createPageResponse(
  renderer: RenderContext,
  url: string,
  payload: PagePayload,
  traits: Pick<ResponseTraits, 'keys' | 'audience' | 'maxAge'>,
): CachedResponse {
  const { web, policy, sellsPremium } = renderer;
  const bytes = Buffer.from(JSON.stringify(payload));
  const parts = {
    document: {
      type: 'text/html; charset=utf-8',
      headers: createDocumentHeaders(web.getDocumentAssets(url), policy),
      text() {
        const json = bytes.toString();
        return renderDocument(renderer, url, JSON.parse(json) as PagePayload, json);
      },
    },
    payload: { type: 'application/json; charset=utf-8', text: () => bytes.toString() },
  } satisfies Record<PageRepresentation, unknown>;
  const { status } = payload;
  return new CachedResponse(
    { ...traits, status, etag: computeEtag(sellsPremium ? `${web.id} sells` : web.id, bytes) },
    parts,
    bytes.length,
  );
}

/**
 * Returns the headers of an HTML document. A 304 response includes them too, since browsers update the headers in their
 * cache.
 */
function createDocumentHeaders({ inline }: DocumentAssets, policy: string): Record<string, string> {
  return { 'content-security-policy': allowInlineBlocks(policy, inline) };
}
