import type { PageHead } from './page.ts';

/** An element of an HTML document's head. */
export interface HeadTag {
  name: 'meta' | 'link' | 'script';
  attributes: Readonly<Record<string, string>>;
  text?: string;
}

/** CSS selector that matches the elements created by {@link createHeadTags}. */
export const HEAD_TAGS_SELECTOR =
  'meta[name="description"],link[rel="canonical"],meta[name="robots"]';

/** Returns the document title: "{title} – Octavo", or "Octavo" alone for the landing page. */
export function formatDocumentTitle(title: string): string {
  return title === 'Octavo' ? title : `${title} – Octavo`;
}

/**
 * Returns a page's description, canonical link and robots directive as elements of the document's
 * head. The server renders them, and the browser updates them during navigation. Relative URLs are
 * resolved against `origin`.
 */
export function createHeadTags(origin: string, head: PageHead): HeadTag[] {
  const href = new URL(head.path, origin).href;
  return [
    createNamedMeta('description', head.description),
    { name: 'link', attributes: { rel: 'canonical', href } },
    ...(head.noIndex ? [createNamedMeta('robots', 'noindex')] : []),
  ];
}

/** Returns a `<meta>` element with a name and its content. */
export function createNamedMeta(name: string, content: string): HeadTag {
  return { name: 'meta', attributes: { name, content } };
}
