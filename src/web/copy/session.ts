/** How a reader signed in, as their profile and the settings page show it. */
export const sessionCopy = {
  signedInWith: (provider: string) => `Signed in with ${provider}`,
  email: 'email',
} as const;
