import type { PageHead } from '#domain/page.ts';

export const PROFILE: PageHead = {
  title: 'Profile',
  description: 'Your bookmarks.',
  path: '/profile',
  noIndex: true,
};

export const FOLLOWING: PageHead = {
  title: 'Following',
  description: 'The authors you follow.',
  path: '/profile/following',
  noIndex: true,
};

/** The screens that are only words: what search engines and browser tabs are told of each. */
export const TEXT_SCREENS: readonly PageHead[] = [
  {
    title: 'About',
    description: 'What Octavo is for, how it works, and what it is not.',
    path: '/about',
  },
  {
    title: 'FAQ',
    description: 'Questions about Octavo, its authors and its articles, answered.',
    path: '/faq',
  },
  { title: 'Contact', description: 'How to write to the people behind Octavo.', path: '/contact' },
  { title: 'Plans', description: 'What Octavo costs, and what each plan gives.', path: '/plans' },
  { title: 'Privacy', description: 'What Octavo knows of you, and why.', path: '/privacy' },
  { title: 'Terms', description: 'The terms under which you read Octavo.', path: '/terms' },
  {
    title: 'Settings',
    description: 'How Octavo looks on this device, and what it keeps for you.',
    path: '/settings',
    noIndex: true,
  },
];
