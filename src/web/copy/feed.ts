import { TIER_BENEFITS } from '#domain/tiers.ts';

/** UI text for the feed and its empty state. */
export const feedCopy = {
  welcome: 'Welcome,',
  /** Message whose exact wording the product specification defines. */
  nothing: 'Nothing to Show Here',
  nothingText:
    'Your feed will show articles from authors you follow. Start following some authors to see their content here!',
  pickTopics: `Pick a few topics, then follow up to ${TIER_BENEFITS.free.follows} authors. Their articles will appear here.`,
  pickTopicsPremium: 'Pick a few topics, then follow authors. Their articles will appear here.',
  nothingPublished: 'The authors you follow haven’t published anything yet.',
  topics: 'What are you curious about?',
  noArticles: 'No articles yet.',
  allAuthors: 'See all authors',
  withoutScript: 'Following needs JavaScript. You can read everything without it.',
  followed: (count: string) => `${count} followed`,
  open: 'Open your feed',
  opening: 'Opening…',
  feed: 'From the authors you follow',
  findAnother: 'Find another',
  filter: {
    label: 'Filter these articles',
    visibleLabel: 'Show',
    views: {
      all: { name: 'All', announcement: 'All articles by the authors you follow' },
      unread: {
        name: 'Unread',
        announcement: 'Articles by the authors you follow that you haven’t read',
      },
    },
    nothingUnread: 'You’ve read everything by the authors you follow.',
  },
} as const;
