/** Strings of an author's page. */
export const authorCopy = {
  tabs: { profile: 'Profile', articles: 'Articles' },
  article: (count: number) => (count === 1 ? 'article' : 'articles'),
  follower: (count: number) => (count === 1 ? 'follower' : 'followers'),
  about: 'About',
  expertise: 'Expertise',
  perspective: 'Perspective',
  mission: 'Mission',
  targetAudience: 'Target Audience',
  influencedBy: 'Influenced By',
  /** "{alias} on {the person}": credits a quote to the author. */
  on: (alias: string) => `${alias} on `,
  latestFrom: (alias: string) => `Latest from ${alias}`,
  /** Follows "See all", for screen readers. */
  articlesBy: (alias: string) => `articles by ${alias}`,
  noArticles: {
    title: 'No articles found',
    text: (alias: string) => `${alias} hasn’t published anything yet.`,
    action: 'See all authors',
  },
} as const;
