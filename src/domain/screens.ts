/**
 * Every screen of the product (spec 2), a row each. The server resolves, keeps and lists addresses by it, the
 * browser makes its routes and its navigation of it: a screen is added here, with its component.
 */
export const SCREENS = {
  home: {
    path: '/',
    isPersonal: true,
    keeping: 'here',
    parameters: ['from'],
    isListed: true,
    section: 'home',
  },
  articles: {
    path: '/articles',
    formerly: ['/explore'],
    parameters: ['category', 'subcategory', 'from'],
    typed: ['q'],
    isListed: true,
    section: 'explore',
  },
  authors: {
    path: '/authors',
    parameters: ['category', 'subcategory'],
    typed: ['q'],
    isListed: true,
    section: 'explore',
  },
  author: {
    path: '/authors/:alias',
    isListed: true,
    section: 'explore',
  },
  'author-articles': {
    path: '/authors/:alias/articles',
    parameters: ['from'],
    section: 'explore',
  },
  article: {
    path: '/:alias/:slug',
    isListed: true,
    section: 'explore',
  },
  about: {
    path: '/about',
    isListed: true,
    footer: 'About',
    head: {
      title: 'About',
      description: 'What Octavo is for, how it works, and what it is not.',
    },
  },
  privacy: {
    path: '/privacy',
    isListed: true,
    footer: 'Privacy',
    head: { title: 'Privacy', description: 'What Octavo knows of you, and why.' },
  },
  terms: {
    path: '/terms',
    isListed: true,
    footer: 'Terms',
    head: { title: 'Terms', description: 'The terms under which you read Octavo.' },
  },
  faq: {
    path: '/faq',
    isListed: true,
    footer: 'FAQ',
    head: {
      title: 'FAQ',
      description: 'Questions about Octavo, its authors and its articles, answered.',
    },
  },
  contact: {
    path: '/contact',
    isListed: true,
    footer: 'Contact',
    head: { title: 'Contact', description: 'How to write to the people behind Octavo.' },
  },
  plans: {
    path: '/plans',
    isListed: true,
    head: { title: 'Plans', description: 'What Octavo costs, and what each plan gives.' },
  },
  auth: {
    path: '/auth',
    keeping: 'here',
    typed: ['redirect', 'error', 'with'],
    head: { title: 'Sign in', description: 'Sign in to Octavo.' },
  },
  profile: {
    path: '/profile',
    isPersonal: true,
    keeping: 'here',
    parameters: ['order', 'from'],
    typed: ['q'],
    section: 'profile',
    head: { title: 'Profile', description: 'Your bookmarks.' },
  },
  following: {
    path: '/profile/following',
    isPersonal: true,
    keeping: 'here',
    section: 'profile',
    head: { title: 'Following', description: 'The authors you follow.' },
  },
  settings: {
    path: '/settings',
    section: 'settings',
    head: {
      title: 'Settings',
      description: 'How Octavo looks on this device, and what it keeps for you.',
    },
  },
  health: {
    path: '/health',
    keeping: 'nowhere',
    head: { title: 'Health', description: 'Whether Octavo is up.' },
  },
  error: {
    path: '/error',
    head: { title: 'Something Went Wrong', description: 'A fault on our side.' },
  },
  'not-found': {
    path: '/not-found',
    head: { title: 'Page Not Found', description: 'There is nothing at this address.' },
  },
} as const satisfies Record<string, Screen>;

export type ScreenId = keyof typeof SCREENS;

/** What is known of a screen before anyone asks for it. */
export interface Screen {
  /** As the browser's router writes it; `:alias` and `:slug` are named by what is on the shelves. */
  path: string;
  /** Addresses that lead here for good. */
  formerly?: readonly string[];
  /** Whether each reader has a page of their own here, and whoever is signed out another. */
  isPersonal?: true;
  /**
   * Where a page may be kept until what it is made of changes: `here`, by this process alone; `nowhere`; absent,
   * by this process and by the caches in between, since it is the same for everybody.
   */
  keeping?: 'here' | 'nowhere';
  /**
   * Query parameters a page depends on, in the order its address has them; every other one counts for nothing. `from`
   * is where a page of a list begins: the token of the page before it.
   */
  parameters?: readonly string[];
  /** The same of what is typed, or differs with each visit: a page that has one of them is kept nowhere. */
  typed?: readonly string[];
  /** Whether the sitemap tells search engines of it. One with a fixed `head` that is not listed they leave out. */
  isListed?: true;
  /** The part of the product it lies in. */
  section?: SectionId;
  /** The name of its link in the footer (spec 2, "Layout"). */
  footer?: string;
  /** What its document's head says; absent where that depends on what is shown. */
  head?: { title: string; description: string };
}

/** The four parts of the product, in the order of the bottom bar (spec 2, "Layout"), and where each begins. */
export const SECTIONS = [
  { id: 'home', name: 'Home', path: SCREENS.home.path },
  { id: 'explore', name: 'Explore', path: SCREENS.articles.path },
  { id: 'profile', name: 'Profile', path: SCREENS.profile.path },
  { id: 'settings', name: 'Settings', path: SCREENS.settings.path },
] as const;

export type SectionId = 'home' | 'explore' | 'profile' | 'settings';

/** A screen's row, by its id. */
export function screenOf(id: ScreenId): Screen {
  return SCREENS[id];
}

/** Every screen with its id, in the order of the table. */
export const ALL_SCREENS: readonly (Screen & { id: ScreenId })[] = Object.entries(SCREENS).map(
  ([id, screen]) => ({ ...screen, id: id as ScreenId }),
);

/** Whether a path has a name in it that only the shelves know. */
export function isPattern({ path }: Screen): boolean {
  return path.includes(':');
}

/**
 * Addresses that show each reader a page of their own, and everybody else another (spec 2). Neither is ever
 * kept where somebody else could be shown it.
 */
export const PERSONAL_ADDRESSES: readonly string[] = ALL_SCREENS.filter(
  ({ isPersonal }) => isPersonal,
).map(({ path }) => path);

/** The head of a screen that always says the same. Throws for one that does not. */
export function headOf(id: ScreenId) {
  const { head, path, isListed } = screenOf(id);
  if (!head) throw new Error(`What the head of "${id}" says depends on what it shows.`);
  return { ...head, path, ...(isListed ? {} : { noIndex: true as const }) };
}
