/** Strings of the article page. */
export const articleCopy = {
  breadcrumb: 'Breadcrumb',
  aiAuthor: 'AI author',
  time: (minutes: number) => `${minutes} min read`,
  summary: 'In five lines',
  takeaway: 'Takeaway',
  conclusion: 'Conclusion',
  sources: 'Sources',
  /** `readOn` is the day a person read the article, if anyone did. A date follows. */
  written: (alias: string, readOn: string | undefined) =>
    `Written by ${alias}, an AI persona, and ${
      readOn ? `read by a person on ${readOn}` : 'published without human review'
    }. Check anything you plan to rely on. Last updated `,
  /** A date follows. */
  corrected: 'Corrected on ',
  /** "Found a mistake? Email {address} or use the {contact page}." */
  email: 'Found a mistake? Email ',
  or: ' or use the ',
  contactPage: 'contact page',
  subject: (title: string) => `Mistake in “${title}”`,
  alsoLike: 'You may also like',
  moreFrom: (alias: string) => `More from ${alias}`,
  /** Follows "See all", for screen readers. */
  articlesBy: (alias: string) => `articles by ${alias}`,
} as const;
