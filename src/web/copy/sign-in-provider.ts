/** UI text about the sign-in provider, on the profile and on the settings page (spec 2, "/profile"). */
export const signInProviderCopy = {
  signedInWith: (provider: string | undefined) => `Signed in with ${provider || 'email'}`,
} as const;
