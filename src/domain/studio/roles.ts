import { z } from 'zod';
import { uuid } from '../ids.ts';

/** What an account may do beyond reading (spec 6 leaves it open): an administrator does all an editor does. */
export const STUDIO_ROLES = ['editor', 'administrator'] as const;
export type StudioRole = (typeof STUDIO_ROLES)[number];

export const STUDIO_ROLE_LABELS: Readonly<Record<StudioRole, string>> = {
  editor: 'Editor',
  administrator: 'Administrator',
};

/** Somebody who works in the studio. */
export const memberSchema = z.object({
  id: uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(STUDIO_ROLES),
  /** Administrator by configuration (`STUDIO_ADMINISTRATORS`): nobody in the studio can change that. */
  isConfigured: z.boolean(),
});
export type Member = z.infer<typeof memberSchema>;

/** Gives somebody with an account a role; `reader` takes it away. */
export const grantSchema = z.strictObject({
  email: z.string().trim().min(1, 'Say whose account it is.').max(254),
  role: z.enum([...STUDIO_ROLES, 'reader']),
});
