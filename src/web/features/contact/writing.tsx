import { useState } from 'react';
import type { ContactMessage, ContactSubject } from '#domain/contact.ts';
import { ContactForm } from './contact-form.tsx';
import { Sent } from './contact-words.tsx';

/** The form, until it has been sent; then that it has been. */
export function Writing({ guidance }: { guidance: Readonly<Record<ContactSubject, string>> }) {
  const [sent, setSent] = useState<ContactMessage>();
  return sent ? (
    <Sent message={sent} onAnother={() => setSent(undefined)} />
  ) : (
    <ContactForm guidance={guidance} onSent={setSent} />
  );
}
