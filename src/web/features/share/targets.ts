import type { ArticleMeta } from '#domain/article.ts';

/** The article fields that are needed to share an article. */
export type ShareableArticle = Pick<ArticleMeta, 'id' | 'authorAlias' | 'title' | 'path'>;

/** The title and the absolute URL of the shared article. */
export interface SharedLink {
  title: string;
  url: string;
}

export interface ShareTarget {
  name: string;
  /** The SVG path of the service's icon, drawn for a 24 × 24 `viewBox`, as in `ui/icons.tsx`. */
  icon: string;
  /** Returns the URL of the service's page for sharing a link. The parameters follow the service's documentation. */
  urlFor: (shared: SharedLink) => string;
}

/**
 * The services on which readers can share articles, in the order of the product specification (spec 2, "Article page").
 */
export const SHARE_TARGETS: readonly ShareTarget[] = [
  {
    name: 'X',
    icon: 'M4 4l11.6 16H20L8.4 4zM4.4 20l6.5-7.2M19.4 4l-6.2 6.9',
    urlFor: ({ title, url }) => withQuery('https://x.com/intent/post', { text: title, url }),
  },
  {
    name: 'LinkedIn',
    icon: 'M6 3h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3M8 11v6M8 7.5h.01M12 17v-6M12 13.5a2.25 2.25 0 0 1 4.5 0V17',
    urlFor: ({ url }) => withQuery('https://www.linkedin.com/sharing/share-offsite/', { url }),
  },
  {
    name: 'Reddit',
    icon: 'M20.5 14.5c0 3.3-3.8 6-8.5 6s-8.5-2.7-8.5-6 3.8-6 8.5-6 8.5 2.7 8.5 6M12 8.5l1.2-5 4.3 1M20 4.8a1.3 1.3 0 1 1-2.6 0 1.3 1.3 0 0 1 2.6 0M9 13.2h.01M15 13.2h.01M9 17c1.8 1.1 4.2 1.1 6 0M4.6 11.3a2 2 0 1 1 1.7-2M19.4 11.3a2 2 0 1 0-1.7-2',
    urlFor: ({ title, url }) => withQuery('https://www.reddit.com/submit', { url, title }),
  },
  {
    name: 'Facebook',
    icon: 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M16 7.5h-1.5a2.5 2.5 0 0 0-2.5 2.5v12M9 13.5h6.5',
    urlFor: ({ url }) => withQuery('https://www.facebook.com/sharer/sharer.php', { u: url }),
  },
  {
    name: 'WhatsApp',
    icon: 'M3 21l1.5-4.7a9 9 0 1 1 3.3 3.2zM9.4 8c-1.3 1.3-.5 3.6 1.3 5.4s4.1 2.5 5.3 1.2l.3-.9-2.1-1.3-1 .8c-.9-.4-1.6-1.1-2-2l.8-1-1.3-2.2z',
    urlFor: ({ title, url }) => withQuery('https://wa.me/', { text: `${title} ${url}` }),
  },
  {
    name: 'Telegram',
    icon: 'M21.5 4L2.5 11.3l6 2.4M21.5 4l-3 16-10-6.3M21.5 4l-13 9.7V20l3.6-4.1',
    urlFor: ({ title, url }) => withQuery('https://t.me/share/url', { url, text: title }),
  },
];

/** Appends a query string to a URL. Encodes spaces as `%20`, because some services show a plus sign literally. */
function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `${url}?${pairs.join('&')}`;
}
