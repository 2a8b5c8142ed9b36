import type { WebBuild } from './web-build.ts';

/** Where and by what pages are rendered. */
export interface RenderContext {
  web: WebBuild;
  /** Makes the addresses in a document's head absolute. */
  origin: string;
  /** The policy of every answer. */
  policy: string;
  /** Whether Premium can be bought: a document says so to what asks for it in the browser. */
  sellsPremium: boolean;
}
