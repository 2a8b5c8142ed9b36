/** The frame around every screen: header, footer, bottom bar and what fails outside of a screen. Every page loads it. */
export const layoutCopy = {
  skipToContent: 'Skip to content',
  homeLink: 'Octavo home',
  beta: 'Beta',
  mainNavigation: 'Main',
  tabBar: 'Sections',
  footerNavigation: 'Footer',
  signIn: 'Sign in',
  cookiePreferences: 'Cookie preferences',
  copyright: (year: string) => `© ${year} Octavo`,
  loading: 'Loading',
  scrollToTop: 'Scroll to top',
  /** Toasts in place of a dialog that failed to load. */
  dialogFailed: {
    narrations: 'That was the preview. Premium includes the full narration.',
    signIn: 'You need to sign in first, but the sign-in window didn’t load. Please try again.',
  },
} as const;
