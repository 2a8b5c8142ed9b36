/** The facts that a page's document states for the previews of links to it. */
export interface LinkPreviewTags {
  title: string;
  description: string;
  siteName: string;
  /** Canonical URL of the page. */
  url: string;
  /** Absolute URL of the picture. */
  image: string;
  /** Alternative text and size of the picture. The website's general picture has none. */
  imageAlt: string | undefined;
  imageSize: { width: number; height: number } | undefined;
}

/**
 * Reads the facts for link previews from a document. `find` returns an attribute of the first element that matches a CSS
 * selector. Throws an error if the document lacks one of the facts that every page states.
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
