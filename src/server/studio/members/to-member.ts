import type { Member, StudioRole } from '#domain/studio/roles.ts';
import type { User } from '#server/readers/accounts/schema.ts';

/** E-mail addresses, in lower case, of those who are administrators by configuration. */
export type Administrators = ReadonlySet<string>;

/** What an account may do in the studio; `undefined` for nothing. */
function getRole(
  { role, emailKey }: Pick<User, 'role' | 'emailKey'>,
  administrators: Administrators,
): StudioRole | undefined {
  if (administrators.has(emailKey)) return 'administrator';
  return role === 'reader' ? undefined : role;
}

/** An account as somebody who works in the studio; `undefined` where they do not. */
export function toMember(user: User, administrators: Administrators): Member | undefined {
  const role = getRole(user, administrators);
  const { id, name, email, emailKey } = user;
  return role && { id, name, email, role, isConfigured: administrators.has(emailKey) };
}
