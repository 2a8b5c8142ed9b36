/**
 * Every screen of the product (spec 2), a row each. The server resolves, keeps and lists addresses by it, the
 * browser makes its routes and its navigation of it: a screen is added here, with its component.
 */
export const SCREENS = {
  home: {
    path: '/',
    isPersonal: true,
    caching: 'process',
    parameters: ['from'],
    isListed: true,
    section: 'home',
  },
  articles: {
    path: '/articles',
    formerPaths: ['/explore'],
    parameters: ['category', 'subcategory', 'from'],
    uncachedParameters: ['q'],
    isListed: true,
    section: 'explore',
  },
  authors: {
    path: '/authors',
    parameters: ['category', 'subcategory'],
    uncachedParameters: ['q'],
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
  },
  privacy: {
    path: '/privacy',
    isListed: true,
    footer: 'Privacy',
  },
  terms: {
    path: '/terms',
    isListed: true,
    footer: 'Terms',
  },
  faq: {
    path: '/faq',
    isListed: true,
    footer: 'FAQ',
  },
  contact: {
    path: '/contact',
    isListed: true,
    footer: 'Contact',
  },
  plans: {
    path: '/plans',
    isListed: true,
  },
  auth: {
    path: '/auth',
    caching: 'process',
    uncachedParameters: ['redirect', 'error', 'with'],
  },
  profile: {
    path: '/profile',
    isPersonal: true,
    caching: 'process',
    parameters: ['order', 'from'],
    uncachedParameters: ['q'],
    section: 'profile',
  },
  following: {
    path: '/profile/following',
    isPersonal: true,
    caching: 'process',
    section: 'profile',
  },
  settings: {
    path: '/settings',
    section: 'settings',
  },
  health: {
    path: '/health',
    caching: 'none',
  },
  error: {
    path: '/error',
  },
  'not-found': {
    path: '/not-found',
  },
} as const satisfies Record<string, Screen>;

export type ScreenId = keyof typeof SCREENS;

/** What is known of a screen before anyone asks for it. */
export interface Screen {
  /** As the browser's router writes it; `:alias` and `:slug` are named by what is on the shelves. */
  path: string;
  /** Addresses that lead here for good. */
  formerPaths?: readonly string[];
  /** Whether each reader has a page of their own here, and whoever is signed out another. */
  isPersonal?: true;
  /**
   * Where a page may be kept until what it is made of changes: `here`, by this process alone; `nowhere`; absent,
   * by this process and by the caches in between, since it is the same for everybody.
   */
  caching?: 'process' | 'none';
  /**
   * Query parameters a page depends on, in the order its address has them; every other one counts for nothing. `from`
   * is where a page of a list begins: the token of the page before it.
   */
  parameters?: readonly string[];
  /** The same of what is typed, or differs with each visit: a page that has one of them is kept nowhere. */
  uncachedParameters?: readonly string[];
  /** Whether the sitemap tells search engines of it. One that always says the same and is not listed they leave out. */
  isListed?: true;
  /** The part of the product it lies in. */
  section?: SectionId;
  /** The name of its link in the footer (spec 2, "Layout"). */
  footer?: string;
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
export function getScreen(id: ScreenId): Screen {
  return SCREENS[id];
}

/** Every screen with its id, in the order of the table. */
export const ALL_SCREENS: readonly (Screen & { id: ScreenId })[] = Object.entries(SCREENS).map(
  ([id, screen]) => ({ ...screen, id: id as ScreenId }),
);

/** Whether a path has a name in it that only the shelves know. */
export function hasPathParameters({ path }: Screen): boolean {
  return path.includes(':');
}

/**
 * Addresses that show each reader a page of their own, and everybody else another (spec 2). Neither is ever
 * kept where somebody else could be shown it.
 */
export const PERSONAL_PATHS: readonly string[] = ALL_SCREENS.filter(
  ({ isPersonal }) => isPersonal,
).map(({ path }) => path);
