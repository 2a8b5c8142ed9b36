/** Strings of the article page. */
export const articleCopy = {
  breadcrumb: 'Breadcrumb',
  aiAuthor: 'AI author',
  minuteRead: (minutes: number) => `${minutes} min read`,
  summary: 'In five lines',
  takeaway: 'Takeaway',
  conclusion: 'Conclusion',
  sources: 'Sources',
  disclaimer: {
    /** `readOn` is the day a person read the article; `null` if nobody did. A date follows. */
    writtenBy: (alias: string, readOn: string | null) =>
      `Written by ${alias}, an AI persona, and ${
        readOn ? `read by a person on ${readOn}` : 'published without human review'
      }. Double-check anything you plan to rely on. Last updated `,
    /** A date follows. */
    corrected: 'Corrected on ',
  },
  /** "Spotted a mistake? Email {address} or use the {contact page}." */
  mistake: {
    before: 'Spotted a mistake? Email ',
    between: ' or use the ',
    contactPage: 'contact page',
    subject: (title: string) => `Error in “${title}”`,
  },
  alsoLike: 'You may also like',
  moreFrom: (alias: string) => `More from ${alias}`,
  /** Follows "See all", for screen readers. */
  articlesBy: (alias: string) => `articles by ${alias}`,
} as const;
