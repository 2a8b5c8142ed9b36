/**
 * Messages of the contact form, verbatim from sections 5 and 8 of the product specification. They are separate from
 * `messages.ts`, which every page loads.
 */
export const CONTACT_FORM_FEEDBACK = {
  sent: "Message sent! We'll get back to you soon.",
  tooMany: 'Too many submissions. Please wait before trying again.',
  failed: 'Failed to send message. Please try again.',
  incomplete: 'Please fill in all required fields',
  captchaNotReady: 'reCAPTCHA not ready. Please try again.',
} as const;
