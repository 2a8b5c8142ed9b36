import { useState } from 'react';
import type { ContactMessage, ContactSubject } from '#domain/contact.ts';
import { ContactForm } from './contact-form.tsx';
import { MessageSentConfirmation } from './contact-notices.tsx';

/** Shows the contact form, or a confirmation once the message has been sent. */
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
