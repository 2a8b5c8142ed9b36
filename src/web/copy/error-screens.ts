/**
 * UI text for the error and offline screens. Every page loads this object, because these screens must work without a
 * network. Property names add to each page's size, so keep them short.
 */
export const errorScreensCopy = {
  title: 'Something Went Wrong',
  text: 'The team has been notified. Trying again often helps.',
  code: 'If you write to us, include this code:',
  again: 'Try Again',
  home: 'Back to Home',
  stillStuck: {
    before: 'Still stuck?',
    contact: 'Contact Us',
    between: 'or read the',
    faq: 'FAQ',
  },
  offline: {
    title: 'You seem to be offline',
    text: 'Check your connection. This page will open once it’s back.',
    attempt: {
      none: '',
      running: 'Reconnecting...',
      failed: 'Still no connection.',
    },
  },
} as const;
