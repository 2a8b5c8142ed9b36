/** UI text for an author's page. */
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
  /**
   * Attributes the author's sentence about a person to the author, as in "{alias} on {person}". The person's name
   * follows this text.
   */
  on: (alias: string) => `${alias} on `,
  latestFrom: (alias: string) => `Latest from ${alias}`,
  /** Text after the link text "See all", for screen readers only. */
  articlesBy: (alias: string) => `articles by ${alias}`,
  noArticles: {
    title: 'No articles found',
    text: (alias: string) => `${alias} hasn’t published anything yet.`,
    action: 'See all authors',
  },
} as const;
