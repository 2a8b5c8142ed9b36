import type { Refusal } from '#server/platform/load/load-shedding.ts';
import type { PagePart } from './page-response.ts';
import type { PublicPages } from './public-pages.ts';
import { parsePageRequest } from './routes.ts';

/** Before the page is made, and when it cannot be. */
const PLAIN_TEXT: Refusal = {
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: Buffer.from('Octavo is busy right now. Try again in a few seconds.'),
};

/** The page for whoever there is no room for, made before anybody needs it. */
export class BusyPage {
  readonly #parts = new Map<PagePart, Refusal>();

  /** Makes it; without a renderer, {@link PLAIN_TEXT} has to do. */
  async render(pages: PublicPages): Promise<void> {
    const answer = await pages.getBusy();
    for (const part of ['document', 'payload'] as const) {
      const { type, headers } = answer.part(part);
      this.#parts.set(part, {
        headers: { 'content-type': type, ...headers },
        body: await answer.body(part, 'identity'),
      });
    }
  }

  /** What is sent in place of the page at `url`. */
  getResponse(url: string): Refusal {
    return this.#parts.get(parsePageRequest(url).part) ?? PLAIN_TEXT;
  }
}
