import type { PagePayload } from '#domain/page.ts';
import { policyWith } from '#server/platform/http/security-headers.ts';
import {
  CachedResponse,
  computeEtag,
  type ResponseTraits,
} from '#server/platform/http-cache/cached-response.ts';
import { renderDocument } from './document.ts';
import type { RenderContext } from './render-context.ts';
import type { DocumentAssets } from './web-build.ts';

/** The representation of a page that a request asks for. */
export type PagePart = 'document' | 'payload';

/**
 * Creates the response of a page: the payload immediately, the document on its first request. It stores the payload as
 * bytes, which take a fraction of the memory of objects, and parses them to render the document.
 *
 * `url` is the URL that React renders.
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
  } satisfies Record<PagePart, unknown>;
  const { status } = payload;
  return new CachedResponse(
    { ...traits, status, etag: computeEtag(sellsPremium ? `${web.id} sells` : web.id, bytes) },
    parts,
    bytes.length,
  );
}

/** Returns the headers of a document. A 304 response includes them too, since browsers update cached headers. */
function createDocumentHeaders({ inline }: DocumentAssets, policy: string): Record<string, string> {
  return { 'content-security-policy': policyWith(policy, inline) };
}
