/** UI text for the dialog that lists a screen's web feeds. */
export const webFeedsCopy = {
  title: 'Feeds and podcast',
  description:
    'Copy an address into your feed reader or podcast app. New articles appear there, without an account.',
  all: 'All articles',
  by: (alias: string) => `Articles by ${alias}`,
  copy: (feed: string) => `Copy link to ${feed}`,
  podcast: 'Podcast of previews',
  podcastNote: 'Premium readers get a podcast of whole narrations in ',
  settings: 'Settings',
  formats: 'Other formats: ',
  atom: 'Atom',
  json: 'JSON Feed',
  developers: 'Octavo for developers',
} as const;
