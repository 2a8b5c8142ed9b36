/** UI text for the sign-in buttons and the small print below them, on the sign-in page and in the sign-in dialog. */
export const signInButtonsCopy = {
  continueWith: (provider: string) => `Continue with ${provider}`,
  signingIn: 'Signing in...',
  cookiesBlocked:
    'Your browser is blocking cookies, and we need one to sign you in. Allow cookies for Octavo, then try again.',
  smallPrint: {
    before: 'By continuing, you agree to our',
    terms: 'terms',
    between:
      'and confirm that you’re at least 13 (16 in some European regions). We receive your name and email address, never your password. Our',
    privacyPolicy: 'privacy policy',
    after: 'explains how we use them.',
  },
} as const;
