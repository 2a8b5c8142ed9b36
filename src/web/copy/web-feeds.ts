/** UI texts of the dialog that lists the web feeds of a screen. */
export const webFeedsCopy = {
  title: 'Read in a feed reader',
  description:
    'Copy an address into your feed reader. New articles appear there with their full text, without an account.',
  all: 'All articles',
  by: (alias: string) => `Articles by ${alias}`,
  copy: (feed: string) => `Copy the address of ${feed}`,
  formats: 'Other formats: ',
  atom: 'Atom',
  json: 'JSON Feed',
  developers: 'Octavo for developers',
} as const;
