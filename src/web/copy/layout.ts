/**
 * UI text for the frame around every screen: header, footer, bottom bar and toasts. Every page loads this object, and
 * its property names add to the page's size, so keep them short.
 */
export const layoutCopy = {
  skip: 'Skip to content',
  home: 'Octavo home',
  beta: 'Beta',
  main: 'Main',
  tabs: 'Sections',
  footer: 'Footer',
  signIn: 'Sign in',
  cookies: 'Cookie preferences',
  feeds: 'Feeds',
  feedsFailed: 'The list of feeds didn’t load. Please try again.',
  copyright: (year: string) => `© ${year} Octavo`,
  loading: 'Loading',
  top: 'Scroll to top',
  signInFailed: 'Sign-in didn’t load. Please try again.',
} as const;
