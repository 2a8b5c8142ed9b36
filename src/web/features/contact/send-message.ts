import { CONTACT_SUBJECT_LABELS, type ContactDraft, type ContactMessage } from '#domain/contact.ts';
import { CONTACT_EMAIL } from '#domain/contact-address.ts';
import { sendPost } from '#ui/lib/api.ts';

/** Sends a contact message with its captcha token. Throws like {@link sendPost}. */
export function sendContactMessage(message: ContactMessage, recaptchaToken: string): Promise<void> {
  return sendPost<void>('/contact', { ...message, recaptchaToken });
}

/** Returns a mailto URL with Octavo's address, a subject and a body. */
export function createMailtoUrl(subject: string, body?: string): string {
  const fields = [['subject', subject], ...(body ? [['body', body]] : [])];
  // RFC 6068 requires spaces as %20 and line breaks as CRLF.
  const query = fields.map(
    ([name, value]) => `${name}=${encodeURIComponent(value!.replaceAll('\n', '\r\n'))}`,
  );
  return `mailto:${CONTACT_EMAIL}?${query.join('&')}`;
}

/** Returns a mailto URL with the text of a contact draft. */
export function createDraftMailtoUrl({ subject, message }: ContactDraft): string {
  return createMailtoUrl(CONTACT_SUBJECT_LABELS[subject || 'general'], message);
}
