import type { WebBuild } from './web-build.ts';

/** Settings and assets for rendering pages. */
export interface RenderContext {
  web: WebBuild;
  /** Origin of the website. The URLs in the head of documents begin with it. */
  origin: string;
  /** The part of the content security policy that all responses have in common. */
  policy: string;
  /** True if Premium can be bought. Documents pass this value to the browser. */
  sellsPremium: boolean;
}
