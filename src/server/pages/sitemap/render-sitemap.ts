import { escapeHtml } from '#domain/escape-html.ts';

/** The maximum number of URLs in a sitemap (sitemaps.org). */
export const MAX_URLS_PER_SITEMAP = 50_000;

/**
 * A page in a sitemap, or a sitemap in a sitemap index. A URL may be a path, which is resolved against the website's
 * origin.
 */
export interface SitemapItem {
  url: string;
  /** The time of the last change to the page, if it is known. */
  changedAt?: Date | undefined;
  /** The URL of the page's main picture. */
  imageUrl?: string;
}

const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const IMAGE_NAMESPACE = 'http://www.google.com/schemas/sitemap-image/1.1';

/** Renders a sitemap of pages (sitemaps.org). Pictures are listed with Google's image extension. */
export function renderSitemap(urls: readonly SitemapItem[], origin: string): string {
  return renderXml(
    `urlset xmlns="${SITEMAP_NAMESPACE}" xmlns:image="${IMAGE_NAMESPACE}"`,
    urls.map((each) => renderEntry('url', each, origin)),
  );
}

/** Renders a sitemap index, which lists other sitemaps. */
export function renderSitemapIndex(sitemaps: readonly SitemapItem[], origin: string): string {
  return renderXml(
    `sitemapindex xmlns="${SITEMAP_NAMESPACE}"`,
    sitemaps.map((each) => renderEntry('sitemap', each, origin)),
  );
}

function renderEntry(
  name: 'url' | 'sitemap',
  { url, changedAt, imageUrl }: SitemapItem,
  origin: string,
): string {
  const toUrl = (path: string) => escapeHtml(new URL(path, origin).href);
  const lastmod = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
  const image = imageUrl
    ? `<image:image><image:loc>${toUrl(imageUrl)}</image:loc></image:image>`
    : '';
  return `<${name}><loc>${toUrl(url)}</loc>${lastmod}${image}</${name}>`;
}

/** Renders an XML document. `root` contains the name of the root element and its attributes. */
function renderXml(root: string, entries: readonly string[]): string {
  const [name] = root.split(' ', 1);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>\n${entries.join('\n')}\n</${name}>\n`;
}
