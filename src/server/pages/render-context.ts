import type { WebBuild } from './web-build.ts';

/** What pages are rendered with. */
export interface RenderContext {
  web: WebBuild;
  /** Makes the URLs in a document's head absolute. */
  origin: string;
  /** The content security policy of all responses. */
  policy: string;
  /** True if Premium can be bought. Documents pass it on to the browser. */
  sellsPremium: boolean;
}
