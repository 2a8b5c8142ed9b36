import type { OverloadResponse } from '#server/platform/load/load-shedding.ts';
import { type PageRepresentation, parsePageRequest } from './page-url.ts';
import type { PublicPages } from './public-pages.ts';

/** The response to requests that are rejected under load, until the busy page has been rendered. */
const PLAIN_TEXT: OverloadResponse = {
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from('Octavo is busy right now. Try again in a few seconds.'),
};

/** The page for requests that are rejected under load. It is rendered in advance. */
export class BusyPage {
  readonly #parts = new Map<PageRepresentation, OverloadResponse>();

  /** Renders the busy page. Until this method has succeeded, {@link getResponse} returns {@link PLAIN_TEXT}. */
  async render(pages: PublicPages): Promise<void> {
    const response = await pages.getBusy();
    for (const part of ['document', 'payload'] as const) {
      const body = await response.body(part, 'identity');
      const { type } = response.part(part);
      const headers = { 'content-type': type, ...response.renderedHeaders(part) };
      this.#parts.set(part, { headers, body });
    }
  }

  /** Returns the response to a request for `url` that is rejected under load. */
  getResponse(url: string): OverloadResponse {
    return this.#parts.get(parsePageRequest(url).part) ?? PLAIN_TEXT;
  }
}
