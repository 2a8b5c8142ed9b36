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

/** What of a page a request is for. */
export type PagePart = 'document' | 'payload';

/**
 * A page as it is sent: the payload at once, the document when somebody asks for it. It holds the payload as bytes
 * alone, which take a fraction of what the objects do, and are read anew for the document.
 *
 * `address` is where React is to believe it is.
 */
export function createPageResponse(
  renderer: RenderContext,
  address: string,
  payload: PagePayload,
  traits: Pick<ResponseTraits, 'keys' | 'audience' | 'maxAge'>,
): CachedResponse {
  const { web, policy, sellsPremium } = renderer;
  const bytes = Buffer.from(JSON.stringify(payload));
  const parts = {
    document: {
      type: 'text/html; charset=utf-8',
      headers: createDocumentHeaders(web.getDocumentAssets(address), policy),
      text() {
        const json = bytes.toString();
        return renderDocument(renderer, address, JSON.parse(json) as PagePayload, json);
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

/** What a document's answers say beside what all do; 304 too, by which browsers bring up to date what they know. */
function createDocumentHeaders({ inline }: DocumentAssets, policy: string): Record<string, string> {
  return { 'content-security-policy': policyWith(policy, inline) };
}
