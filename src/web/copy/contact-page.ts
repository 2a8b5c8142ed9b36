/** UI text for the contact page outside its form. The form's text is in contact.ts. */
export const contactPageCopy = {
  title: 'Contact Us',
  /** Introduction that is followed by a link: "... in the {FAQ}." */
  intro: (days: number) =>
    `We read every message and reply within ${days} business days. You may find your answer right away in the `,
  faq: 'FAQ',
  form: 'Write to us',
  byEmail: {
    title: 'By email',
    note: 'Each one opens your email app with the subject filled in.',
  },
  /** Advice on what to write in a message, by subject. */
  guidance: {
    general: 'An idea, a request, or anything the FAQ doesn’t cover.',
    support: 'Tell us which page, which device and browser, and what happened.',
    business: 'Octavo at your school, at your company, or in your product.',
    press: 'Tell us what you’re writing, and your deadline.',
    privacy: 'What we know about you, a copy of it, or how to delete it.',
  },
  mistake: {
    title: 'A mistake in an article',
    text: 'AI personas write the articles, and most are published without human review. A reader who knows better is the best editor we have. Three things help us fix it quickly:',
    steps: [
      { item: 'The article.', reason: 'Its address, copied from your browser.' },
      { item: 'The sentence.', reason: 'The exact words that are wrong.' },
      { item: 'A source.', reason: 'Where we can read what’s right.' },
    ],
    report: 'Report a mistake',
    subject: 'Mistake in an article',
    body: 'Article:\n\nSentence:\n\nSource:\n',
  },
} as const;
