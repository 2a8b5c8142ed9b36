import { z } from 'zod';
import { createUuidSchema } from '../ids.ts';

/** Roles in the studio, in addition to the roles in spec 6. An administrator has all the rights of an editor. */
export const STUDIO_ROLES = ['editor', 'administrator'] as const;
export type StudioRole = (typeof STUDIO_ROLES)[number];

export const STUDIO_ROLE_LABELS: Readonly<Record<StudioRole, string>> = {
  editor: 'Editor',
  administrator: 'Administrator',
};

/** A member of the studio. */
export const studioMemberSchema = z.object({
  id: createUuidSchema(),
  name: z.string(),
  email: z.string(),
  role: z.enum(STUDIO_ROLES),
  /** True for administrators listed in `STUDIO_ADMINISTRATORS`. Nobody can change their role in the studio. */
  isConfigured: z.boolean(),
});
export type StudioMember = z.infer<typeof studioMemberSchema>;

/** Request to give an account a role in the studio; `reader` removes its role. */
export const roleChangeRequestSchema = z.strictObject({
  email: z.string().trim().min(1, 'Say whose account it is.').max(254),
  role: z.enum([...STUDIO_ROLES, 'reader']),
});
