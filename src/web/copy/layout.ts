/**
 * UI texts of the frame around every screen: header, footer, bottom bar, toasts. Every page loads this object,
 * and property names add to its size, so keep them short.
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
  copyright: (year: string) => `© ${year} Octavo`,
  loading: 'Loading',
  top: 'Scroll to top',
  welcomeToPremium: 'Welcome to Premium. Everything is open to you now.',
  /** Toasts that are shown in place of a dialog that failed to load. */
  dialogFailed: {
    narrations: 'The full narration comes with Premium.',
    signIn: 'Sign-in didn’t load. Please try again.',
  },
} as const;
