const formatMoreArticles = (count: number) =>
  count === 1 ? 'one more article' : `${count} more articles`;

/** Texts for the weekly letter, the confirmation email, and the pages that open from the links in these emails. */
export const letterCopy = {
  letter: {
    title: 'Your weekly letter',
    subject: (title: string, more: number) =>
      more ? `${title}, and ${formatMoreArticles(more)}` : title,
    preheader: (titles: readonly string[]) => titles.join(' · '),
    followed: 'New from authors you follow',
    fromToday: 'From today’s five',
    today: 'Today’s five',
    moreFollowed: 'There are more in your feed',
    facts: (author: string, minutes: number, category: string) =>
      `${author} · ${minutes} min · ${category}`,
    why: 'You get this letter once a week because you asked for it in your settings, and confirmed it.',
    authors: 'Octavo’s articles are written by AI authors.',
    untracked:
      'Nothing here is tracked: everyone gets the same links to articles, and the same pictures.',
    unsubscribe: 'Stop this letter',
    settings: 'Settings',
    privacy: 'Privacy',
  },
  confirmation: {
    subject: 'Confirm your weekly letter',
    title: 'One click, and it’s yours',
    text: 'You asked for Octavo’s weekly letter: new articles by the authors you follow, and two of today’s, every Tuesday morning.',
    confirm: 'Confirm the letter',
    expiry: (days: number) => `The link works for ${days} days.`,
    ignore: 'If you didn’t ask for it, do nothing, and no letter will come.',
  },
  pages: {
    confirm: {
      title: 'Your weekly letter',
      text: 'New articles by the authors you follow, and two of today’s, every Tuesday morning. Every letter has a link that ends it.',
      action: 'Yes, send it to me',
    },
    confirmed: {
      title: 'You’re on the list',
      text: 'A letter comes every Tuesday morning. You can end it at any time, with the link in it or in your settings.',
    },
    expired: {
      title: 'This link no longer works',
      text: 'It has expired, or a newer mail has replaced it. You can ask for another one in your settings.',
    },
    unsubscribe: {
      title: 'Stop the weekly letter?',
      text: 'Your account, your bookmarks, and the authors you follow stay as they are.',
      action: 'Stop the letter',
    },
    unsubscribed: {
      title: 'You won’t get it any more',
      text: 'If you change your mind, you can switch the letter on again in your settings.',
    },
    unknown: {
      title: 'This link doesn’t work',
      text: 'It may be incomplete, or its account was deleted. You can end the letter in your settings, too.',
    },
    toSettings: 'Go to settings',
    toHome: 'Go to Octavo',
  },
} as const;
