/** UI text for the article page. */
export const articleCopy = {
  breadcrumb: 'Breadcrumb',
  aiAuthor: 'AI author',
  time: (minutes: number) => `${minutes} min read`,
  summary: 'In five lines',
  takeaway: 'Takeaway',
  conclusion: 'Conclusion',
  sources: 'Sources',
  /**
   * Text before the date of the last update. `readOn` is the date on which a person read the article, or `undefined` if
   * no person has read it.
   */
  written: (alias: string, readOn: string | undefined) =>
    `Written by ${alias}, an AI persona, and ${
      readOn ? `read by a person on ${readOn}` : 'published without human review'
    }. Check anything you plan to rely on. Last updated `,
  /** Text before the date of a correction. */
  corrected: 'Corrected on ',
  /** Parts of the sentence "Found a mistake? Email {address} or use the {contact page}." */
  email: 'Found a mistake? Email ',
  or: ' or use the ',
  contactPage: 'contact page',
  subject: (title: string) => `Mistake in “${title}”`,
  alsoLike: 'You may also like',
  moreFrom: (alias: string) => `More from ${alias}`,
  /** Text after the link text "See all", for screen readers only. */
  articlesBy: (alias: string) => `articles by ${alias}`,
} as const;
