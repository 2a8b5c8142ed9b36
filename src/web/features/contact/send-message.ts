import { CONTACT_SUBJECT_LABELS, type ContactDraft, type ContactMessage } from '#domain/contact.ts';
import { CONTACT_EMAIL } from '#domain/contact-address.ts';
import { sendPost } from '#ui/lib/api.ts';
import { createMailtoUrl } from '#ui/lib/mailto.ts';

/** Sends a contact message with its captcha token. Rejects if the API request fails. */
export function sendContactMessage(message: ContactMessage, recaptchaToken: string): Promise<void> {
  return sendPost<void>('/contact', { ...message, recaptchaToken });
}

/** Returns a mailto URL with the text of a contact draft. */
export function createContactMailtoUrl({ subject, message }: ContactDraft): string {
  return createMailtoUrl(CONTACT_EMAIL, {
    subject: CONTACT_SUBJECT_LABELS[subject || 'general'],
    body: message,
  });
}
