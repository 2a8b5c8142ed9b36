import type { OverloadResponse } from '#server/platform/load/load-shedding.ts';
import { type PageRepresentation, parsePageRequest } from './page-url.ts';
import type { PublicPageCache } from './public-page-cache.ts';

/**
 * A plain-text response for requests that are rejected because the server is overloaded. It is used until the busy page
 * has been rendered.
 */
const PLAIN_TEXT: OverloadResponse = {
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from('Octavo is busy right now. Try again in a few seconds.'),
};

/** The page for requests that are rejected because the server is overloaded. It is rendered in advance. */
export class BusyPage {
  readonly #responses = new Map<PageRepresentation, OverloadResponse>();

  /** Renders the busy page. Until this method has succeeded, {@link getResponse} returns {@link PLAIN_TEXT}. */
  async render(pages: PublicPageCache): Promise<void> {
    const response = await pages.getBusy();
    for (const representation of ['document', 'payload'] as const) {
      const body = await response.body(representation, 'identity');
      const { type } = response.getRepresentation(representation);
      const headers = { 'content-type': type, ...response.renderedHeaders(representation) };
      this.#responses.set(representation, { headers, body });
    }
  }

  /** Returns the response to a request for `url` that is rejected because the server is overloaded. */
  getResponse(url: string): OverloadResponse {
    return this.#responses.get(parsePageRequest(url).representation) ?? PLAIN_TEXT;
  }
}
