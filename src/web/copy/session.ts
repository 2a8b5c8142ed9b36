/** The sign-in provider (spec 2, "/profile") on the profile and the settings page. */
export const sessionCopy = {
  signedInWith: (provider: string | undefined) => `Signed in with ${provider || 'email'}`,
} as const;
