/** How a reader signed in (spec 2, "/profile"), as their profile and the settings page show it. */
export const sessionCopy = {
  signedInWith: (provider: string | undefined) => `Signed in with ${provider || 'email'}`,
} as const;
