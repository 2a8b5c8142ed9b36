/** UI text for the settings page. */
export const settingsCopy = {
  title: 'Settings',
  account: {
    title: 'Account',
    profile: { title: 'Your profile', text: 'Your bookmarks and the authors you follow.' },
    signIn: {
      title: 'Sign in',
      text: 'Save articles and follow authors. You don’t need an account to read.',
    },
  },
  subscription: 'Subscription',
  appearance: 'Appearance',
  narrator: 'Audio Narrator',
  podcast: {
    title: 'Private podcast',
    open: 'Your podcast’s address',
    text: 'Whole narrations in your podcast app.',
  },
  earlyAccess: 'Early access',
  cookies: {
    title: 'Cookie Preferences',
    about: 'About cookies',
    lastUpdated: 'Last updated',
    notChosen: 'You haven’t chosen yet. Both stay off until you do.',
    signalled:
      'Your browser sends a Global Privacy Control signal, so both stay off unless you turn them on here.',
    withoutScript: 'Without JavaScript, we only set cookies for signing in.',
  },
  plans: {
    title: 'Plans',
    compare: { title: 'Free and Premium', text: 'Compare what you get and what Premium costs.' },
  },
  devices: {
    title: 'Devices',
    loadFailed: 'We couldn’t load your devices.',
    tryAgain: 'Try Again',
    showFewer: 'Show fewer',
    showMore: (count: number) => `Show ${count} more`,
    activeNow: 'Active now',
    lastActive: (when: string) => `Last active ${when}`,
    thisDevice: 'This device',
    nowhereElse: 'You’re not signed in anywhere else.',
    signOut: 'Sign Out',
    signOutDevice: (device: string) => `Sign Out ${device}`,
    signingOut: 'Signing out...',
    signedOut: (device: string) => `${device} has been signed out.`,
    signOutFailed: (device: string) => `We couldn’t sign out ${device}. Please try again.`,
    signOutEverywhere: 'Sign Out Everywhere',
    unknownDevice: 'Unknown device',
    unknownBrowser: 'Unknown browser',
    browserOnSystem: (browser: string, system: string) => `${browser} on ${system}`,
  },
  data: {
    title: 'Your data',
    download: {
      title: 'Download my data',
      text: 'Everything we store about you, in one file.',
    },
    deletion: {
      title: 'Delete account',
      text: 'Permanently, along with everything in it.',
    },
  },
  signOut: 'Sign Out',
  version: 'Beta v0.1.0',
} as const;
