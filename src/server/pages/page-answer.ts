import type { PagePayload } from '#domain/page.ts';
import { Answer, type AnswerTraits, etagOf } from '#server/platform/answers/service.ts';
import { policyWith } from '#server/platform/http/security-headers.ts';
import type { Frame, WebBuild } from './assets.ts';
import { renderDocument } from './document.ts';

/** What of a page a request is for. */
export type PagePart = 'document' | 'payload';

/** Where and by what pages are rendered. */
export interface Renderer {
  web: WebBuild;
  /** Makes the addresses in a document's head absolute. */
  origin: string;
  /** The policy of every answer. */
  policy: string;
}

/**
 * A page as it is sent: the payload at once, the document when somebody asks for it. It holds the payload as bytes
 * alone, which take a fraction of what the objects do, and are read anew for the document.
 *
 * `address` is where React is to believe it is.
 */
export function pageAnswer(
  { web, origin, policy }: Renderer,
  address: string,
  payload: PagePayload,
  traits: Pick<AnswerTraits, 'keys' | 'audience' | 'maxAge'>,
): Answer {
  const bytes = Buffer.from(JSON.stringify(payload));
  const parts = {
    document: {
      type: 'text/html; charset=utf-8',
      headers: headersOf(web.frameOf(address), policy),
      text() {
        const json = bytes.toString();
        return renderDocument(web, origin, address, JSON.parse(json) as PagePayload, json);
      },
    },
    payload: { type: 'application/json; charset=utf-8', text: () => bytes.toString() },
  } satisfies Record<PagePart, unknown>;
  const { status } = payload;
  return new Answer({ ...traits, status, etag: etagOf(web.id, bytes) }, parts, bytes.length);
}

/** What a document's answers say beside what all do; 304 too, by which browsers bring up to date what they know. */
function headersOf({ inline }: Frame, policy: string): Record<string, string> {
  return { 'content-security-policy': policyWith(policy, inline) };
}
