import { z } from 'zod';
import type { Tier } from '#domain/tiers.ts';

/** What the provider's tokens say of a person. */
export interface DemoIdentity {
  /** The provider's own name for the person (`sub`). */
  subject: string;
  name: string;
  email: string;
}

/**
 * A person who is there from the start. Role and tier are for the application's database: like those of any
 * provider, the tokens carry neither.
 */
export interface DemoAccount extends DemoIdentity {
  role: 'reader' | 'editor' | 'administrator';
  tier: Tier;
}

/** One person for each way to know the product. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    subject: 'demo-free-reader',
    name: 'Ada Free',
    email: 'free@demo.octavo.example',
    role: 'reader',
    tier: 'free',
  },
  {
    subject: 'demo-premium-reader',
    name: 'Piet Premium',
    email: 'premium@demo.octavo.example',
    role: 'reader',
    tier: 'premium',
  },
  {
    subject: 'demo-editor',
    name: 'Edda Editor',
    email: 'editor@demo.octavo.example',
    role: 'editor',
    tier: 'premium',
  },
  {
    subject: 'demo-administrator',
    name: 'Amin Admin',
    email: 'admin@demo.octavo.example',
    role: 'administrator',
    tier: 'premium',
  },
];

/** RFC 5321 lets an address be 254 characters long, which a `sub` may be too (OpenID Connect Core 2: 255). */
const emailAddress = z.string().trim().toLowerCase().pipe(z.email().max(254));

/**
 * The subject behind an e-mail address somebody typed: a ready account's, or the address itself, in lower
 * case, so that whoever comes back is the same person. `undefined` when it is no address.
 */
export function findSubjectByEmail(typed: string): string | undefined {
  const { data: email } = emailAddress.safeParse(typed);
  const ready = DEMO_ACCOUNTS.find((account) => account.email === email);
  return ready?.subject ?? email;
}

/** The person of a subject; `undefined` when this provider never gave it to anyone. */
export function findIdentity(subject: string): DemoIdentity | undefined {
  const ready = DEMO_ACCOUNTS.find((account) => account.subject === subject);
  if (ready) return { subject, name: ready.name, email: ready.email };
  // A ready account's address is no second subject of its own.
  if (findSubjectByEmail(subject) !== subject) return undefined;
  return { subject, name: deriveName(subject), email: subject };
}

/** "jane.van_dyk+news@example.org" → "Jane Van Dyk". */
function deriveName(email: string): string {
  const [mailbox = ''] = email.split(/[+@]/, 1);
  const words = mailbox.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ') || 'Reader';
}
