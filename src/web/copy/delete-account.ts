/** UI text for the dialog that deletes an account. */
export const deleteAccountCopy = {
  title: 'Delete your account?',
  text: 'This can’t be undone, by you or by us.',
  rightAway: {
    when: 'Right away',
    what: 'You’re signed out everywhere, and we delete your sign-in details, the authors you follow, and your feedback.',
  },
  later: {
    when: 'Within 90 days',
    before: 'We delete everything else: your name, email address, bookmarks, and reports. See our',
    link: 'privacy policy',
    after: 'for details.',
  },
  typeToConfirm: 'To confirm, type',
  confirm: 'Delete account',
  pending: 'Deleting...',
  cancel: 'Keep my account',
  done: 'Your account has been deleted, and you’re signed out everywhere.',
  failed: 'We couldn’t delete your account. Please try again.',
} as const;
