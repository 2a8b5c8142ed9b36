import type { StudioMember, StudioRole } from '#domain/studio/roles.ts';
import type { User } from '#server/readers/accounts/schema.ts';

/** The lowercase email addresses of the administrators named in the configuration. */
export type ConfiguredAdministratorEmails = ReadonlySet<string>;

/** Returns an account's role in the studio, or `undefined` if it has none. */
function getRole(
  { role, emailKey }: Pick<User, 'role' | 'emailKey'>,
  administrators: ConfiguredAdministratorEmails,
): StudioRole | undefined {
  if (administrators.has(emailKey)) return 'administrator';
  return role === 'reader' ? undefined : role;
}

/** Converts an account to a studio member. Returns `undefined` if the account has no role in the studio. */
export function toStudioMember(
  user: User,
  administrators: ConfiguredAdministratorEmails,
): StudioMember | undefined {
  const role = getRole(user, administrators);
  const { id, name, email, emailKey } = user;
  return role && { id, name, email, role, isConfigured: administrators.has(emailKey) };
}
