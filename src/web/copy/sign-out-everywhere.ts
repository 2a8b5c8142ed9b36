/** UI text for the dialog that ends every session of an account. */
export const signOutEverywhereCopy = {
  title: 'Sign Out Everywhere?',
  text: 'This signs you out on every device, including this one. Your bookmarks and the authors you follow stay in your account.',
  confirm: 'Sign Out Everywhere',
  pending: 'Signing out...',
  cancel: 'Cancel',
  done: 'You’re signed out on every device.',
  failed: 'We couldn’t sign out your devices. Please try again.',
} as const;
