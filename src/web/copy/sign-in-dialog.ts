/** UI text for the dialog that asks a visitor to sign in, grouped by the requested action. */
export const signInDialogCopy = {
  goToSignIn: 'Go to sign-in',
  comeBack: 'We’ll bring you right back here.',
  bookmark: {
    title: 'Sign in to bookmark',
    text: 'Create an account or sign in to save this article for later',
  },
  keep: {
    title: 'Sign in to keep lines',
    text: 'Create an account or sign in to keep this sentence and find it again',
  },
  follow: {
    title: (alias: string) => `Sign in to follow ${alias}`,
    text: (alias: string) =>
      `Create an account or sign in to see new articles by ${alias} in your feed`,
  },
  feedback: {
    title: 'Sign in to give feedback',
    text: 'Create an account or sign in to tell us how this article landed',
  },
  report: {
    title: 'Sign in to report',
    text: 'Create an account or sign in to tell us what’s wrong with this article',
  },
  listen: {
    title: 'Sign in to listen',
    text: 'Create an account or sign in to hear audio narrations, included with Premium',
  },
  upgrade: {
    title: 'Sign in to upgrade',
    text: 'Create an account or sign in to upgrade to Premium',
  },
} as const;
