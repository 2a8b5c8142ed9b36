import { z } from 'zod';
import type { Tier } from '#domain/tiers.ts';

/** The claims in the demo provider's tokens. */
export interface DemoIdentity {
  /** The value of the subject claim (`sub`), which identifies the account. */
  subject: string;
  name: string;
  email: string;
}

/**
 * A built-in demo account. Its role and tier are stored in the application's database. As with other identity
 * providers, the tokens contain neither the role nor the tier.
 */
export interface DemoAccount extends DemoIdentity {
  role: 'reader' | 'editor' | 'administrator';
  tier: Tier;
}

/** The built-in accounts: at least one for each role and each tier. */
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

/**
 * A schema for an email address of at most 254 characters (RFC 5321). Every address can be used as a subject, because
 * subjects may have up to 255 characters (OpenID Connect Core 2).
 */
const emailSchema = z.string().trim().toLowerCase().pipe(z.email().max(254));

/**
 * Returns the subject for an email address. This is the subject of the built-in account with this address, or otherwise
 * the address itself in lower case. The same address therefore always identifies the same person. Returns `undefined`
 * if the input is not an email address.
 */
export function getSubjectForEmailAddress(input: string): string | undefined {
  const { data: email } = emailSchema.safeParse(input);
  const builtIn = DEMO_ACCOUNTS.find((account) => account.email === email);
  return builtIn?.subject ?? email;
}

/** Returns the identity that belongs to a subject, or `undefined` if this provider never issued the subject. */
export function findIdentityBySubject(subject: string): DemoIdentity | undefined {
  const builtIn = DEMO_ACCOUNTS.find((account) => account.subject === subject);
  if (builtIn) return { subject, name: builtIn.name, email: builtIn.email };
  // The email address of a built-in account is not a valid subject, because the account has a different subject.
  if (getSubjectForEmailAddress(subject) !== subject) return undefined;
  return { subject, name: deriveName(subject), email: subject };
}

/** Derives a name from an email address: "jane.van_dyk+news@example.org" → "Jane Van Dyk". */
function deriveName(email: string): string {
  const [mailbox = ''] = email.split(/[+@]/, 1);
  const words = mailbox.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ') || 'Reader';
}
