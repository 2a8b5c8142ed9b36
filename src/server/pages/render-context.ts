import type { WebBuild } from './web-build.ts';

/** Settings and assets for rendering pages. */
export interface RenderContext {
  web: WebBuild;
  /** Origin of the website, with which URLs in the head of documents are made absolute. */
  origin: string;
  /** The content security policy that all responses have in common. */
  policy: string;
  /** True if Premium can be bought. Documents contain this value for the browser. */
  sellsPremium: boolean;
}
