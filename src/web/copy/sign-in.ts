/** UI text for the sign-in page. */
export const signInCopy = {
  title: 'Make Octavo yours',
  text: 'Sign in or create a free account with the same button. You can read without one.',
  premium: {
    text: 'Premium adds full audio narrations and removes the ads.',
    link: 'Compare plans',
  },
  benefits: {
    title: 'What you get with a free account',
    bookmark: {
      name: 'Bookmark',
      text: (limit: number) => `Save up to ${limit} articles for later.`,
    },
    follow: {
      name: 'Follow',
      text: (limit: number) => `See new articles from up to ${limit} authors in your feed.`,
    },
    respond: { name: 'Respond', text: 'Tell us in one tap how an article landed.' },
  },
  errors: {
    /** Message whose exact wording the product specification defines (spec 8). */
    expired: 'Your login attempt has expired. Please try again.',
    denied:
      'You canceled before signing in, so nothing was shared with us. Continue whenever you’re ready. You don’t need an account to read.',
    failed: {
      before:
        'We couldn’t sign you in because the sign-in service didn’t respond as expected. Wait a moment, then try again. If it keeps happening,',
      link: 'write to us',
      after: '.',
    },
    unverified:
      'The email address on that account hasn’t been verified. Verify it with your provider, then come back and try again.',
    taken: {
      before:
        'There’s already an account with this email address, but we can’t offer its sign-in method here. Please',
      link: 'write to us',
      after: ', and we’ll sort it out.',
    },
    busy: 'Too many sign-in attempts from your network. Wait a minute, then try again.',
  },
  accountExists: {
    title: 'You already have an account',
    text: (provider: string) =>
      `There’s already an account with this email address, and it signs in with ${provider}.`,
    offer: (provider: string) =>
      `Continue with ${provider}, and next time you can sign in either way. We won’t connect anything unless you do.`,
    otherWay: 'Sign in another way',
  },
  signedIn: {
    title: 'You’re signed in',
    text: 'Your bookmarks and the authors you follow are saved in your account.',
    goToFeed: 'Go to your feed',
    goBack: 'Pick up where you left off',
    signOut: 'Sign Out',
  },
} as const;
