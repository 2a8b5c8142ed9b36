import { getScreen, type ScreenId } from './screens.ts';

/**
 * Titles and descriptions of screens whose document head never changes. They are in their own file, so that browsers do
 * not load them. Browsers receive each page's head as part of the page's payload.
 */
const HEADS: { readonly [id in ScreenId]?: { title: string; description: string } } = {
  about: {
    title: 'About',
    description: 'What Octavo is for, how it works, and what it isn’t.',
  },
  privacy: { title: 'Privacy', description: 'What Octavo knows about you, and why.' },
  terms: { title: 'Terms', description: 'The terms that apply when you use Octavo.' },
  faq: {
    title: 'FAQ',
    description: 'Answers to common questions about Octavo, its authors, and its articles.',
  },
  contact: { title: 'Contact', description: 'How to reach the people behind Octavo.' },
  developers: {
    title: 'For developers',
    description: 'What programs can read on Octavo, and what you may do with it.',
  },
  plans: { title: 'Plans', description: 'What Octavo costs, and what each plan includes.' },
  auth: { title: 'Sign in', description: 'Sign in to Octavo.' },
  profile: { title: 'Profile', description: 'Your bookmarks.' },
  following: { title: 'Following', description: 'The authors you follow.' },
  lines: { title: 'Lines', description: 'The sentences you have kept.' },
  history: { title: 'History', description: 'The articles you have read.' },
  settings: {
    title: 'Settings',
    description: 'Choose how Octavo looks and sounds, and manage your data.',
  },
  health: { title: 'Health', description: 'Whether Octavo is up and running.' },
  offline: { title: 'Offline', description: 'The articles that this browser has saved.' },
  error: { title: 'Something Went Wrong', description: 'Something went wrong on our end.' },
  'not-found': { title: 'Page Not Found', description: 'We couldn’t find this page.' },
};

/** Returns the document head of a screen whose head never changes. Throws an error for other screens. */
export function getStaticPageHead(id: ScreenId) {
  const { path, isInSitemap } = getScreen(id);
  const head = HEADS[id];
  if (!head) throw new Error(`What the head of "${id}" says depends on what it shows.`);
  return { ...head, path, ...(isInSitemap ? {} : { noIndex: true as const }) };
}
