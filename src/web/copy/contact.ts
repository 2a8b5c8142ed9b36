/** UI text for the contact form, and for the confirmation that replaces the form after sending. */
export const contactCopy = {
  fields: { name: 'Name', email: 'Email', subject: 'Subject', message: 'Message' },
  chooseSubject: 'Choose a subject',
  send: 'Send message',
  sending: 'Sending...',
  counter: {
    limit: (limit: number) => `Up to ${limit} characters.`,
    left: (count: number) =>
      count === 0 ? 'No characters left' : `${count} characters or fewer left`,
    tooLong: 'Too long',
  },
  trouble: {
    captcha: 'We couldn’t reach our spam check, so your message wasn’t sent.',
    failed: 'We couldn’t send your message.',
    saved: 'Your draft is saved in this tab. Send it again in a moment, or',
    email: 'email it to us',
  },
  smallPrint: {
    before: 'We only use your email address to reply to you. See our',
    link: 'privacy policy',
    recaptcha: {
      before: 'This form is protected by reCAPTCHA, and the Google',
      privacy: 'Privacy Policy',
      between: 'and',
      terms: 'Terms of Service',
      after: 'apply.',
    },
  },
  sent: {
    before: 'We’ll reply to',
    after: (days: number) => `within ${days} business days.`,
    another: 'Send another message',
  },
} as const;
