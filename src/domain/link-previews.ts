/** Metadata that other sites read from a page to show a preview of a link to it. */
export interface LinkPreviewTags {
  title: string;
  description: string;
  siteName: string;
  /** The page's canonical URL. */
  url: string;
  /** Absolute URL of the preview picture. */
  image: string;
  /**
   * Alternative text and size of the preview picture; undefined if the document does not state
   * them.
   */
  imageAlt: string | undefined;
  imageSize: { width: number; height: number } | undefined;
}

/**
 * Reads the metadata for link previews from the tags of an HTML document. `find` returns an attribute of the first
 * element that matches a CSS selector. Throws an error if a required tag is missing.
 */
export function readLinkPreviewTags(
  find: (selector: string, attribute: string) => string | null | undefined,
): LinkPreviewTags {
  const findProperty = (name: string) => find(`meta[property="og:${name}"]`, 'content');
  const requireProperty = (name: string) => requireFact(name, findProperty(name));
  const [width, height] = ['image:width', 'image:height'].map((name) => Number(findProperty(name)));
  return {
    title: requireProperty('title'),
    description: requireProperty('description'),
    siteName: requireProperty('site_name'),
    url: requireFact('canonical URL', find('link[rel="canonical"]', 'href')),
    image: requireProperty('image'),
    imageAlt: findProperty('image:alt') ?? undefined,
    imageSize: width && height ? { width, height } : undefined,
  };
}

function requireFact(name: string, value: string | null | undefined): string {
  if (!value) throw new Error(`The document states no ${name}.`);
  return value;
}
