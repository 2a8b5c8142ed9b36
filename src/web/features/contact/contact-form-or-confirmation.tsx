import { useState } from 'react';
import type { ContactMessage, ContactSubject } from '#domain/contact.ts';
import { ContactForm } from './contact-form.tsx';
import { MessageSentConfirmation } from './contact-notices.tsx';

/** Shows the contact form, and a confirmation once the message is sent. */
export function ContactFormOrConfirmation({
  guidance,
}: {
  guidance: Readonly<Record<ContactSubject, string>>;
}) {
  const [sent, setSent] = useState<ContactMessage>();
  return sent ? (
    <MessageSentConfirmation message={sent} onAnother={() => setSent(undefined)} />
  ) : (
    <ContactForm guidance={guidance} onSent={setSent} />
  );
}
