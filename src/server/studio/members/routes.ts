import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { roleChangeRequestSchema, studioMemberSchema } from '#domain/studio/roles.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '#server/platform/errors.ts';
import { createDataResponseSchema, errorResponseSchema } from '#server/platform/http/schemas.ts';
import { lockAccounts, updateRole } from '#server/readers/accounts/repository.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import { findAccountByEmail, listMemberAccounts } from './repository.ts';
import { restrictToAdministrators } from './restrict-to-members.ts';
import { type ConfiguredAdministratorEmails, toStudioMember } from './to-studio-member.ts';

interface MemberOptions {
  queries: Queries;
  administrators: ConfiguredAdministratorEmails;
}

/**
 * Registers `GET /studio/me`, which returns the signed-in member. Also registers `GET` and `PUT /studio/members` for
 * administrators.
 */
export async function memberRoutes(
  app: FastifyInstance,
  { queries, administrators }: MemberOptions,
): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/me',
    {
      schema: {
        summary: 'Get the signed-in member',
        response: { 200: createDataResponseSchema(studioMemberSchema), '4xx': errorResponseSchema },
      },
    },
    async ({ member }) => ({ data: member }),
  );
  await app.register(async (scope) => {
    restrictToAdministrators(scope);
    staffRoutes(scope, { queries, administrators });
  });
}

function staffRoutes(app: FastifyInstance, { queries, administrators }: MemberOptions): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.get(
    '/members',
    {
      schema: {
        summary: 'List the members of the studio by name',
        response: {
          200: createDataResponseSchema(z.object({ members: z.array(studioMemberSchema) })),
          '4xx': errorResponseSchema,
        },
      },
    },
    async () => {
      const staff = await listMemberAccounts(queries, [...administrators]);
      const members = staff.flatMap((account) => toStudioMember(account, administrators) ?? []);
      return { data: { members } };
    },
  );

  typed.put(
    '/members',
    {
      schema: {
        summary: 'Grant an account a role, or revoke it',
        body: roleChangeRequestSchema,
        response: { 204: z.void(), '4xx': errorResponseSchema },
      },
    },
    async ({ member, body: { email, role } }, reply) => {
      const account = await findAccountByEmail(queries, email);
      if (!account)
        throw new NotFoundError(
          `Nobody has signed in with ${email} yet. They do that first, then you can add them.`,
        );
      if (account.id === member.id)
        throw new ConflictError('You can’t change your own role. Ask another administrator.');
      if (administrators.has(account.emailKey))
        throw new ConflictError(`${account.name} is an administrator by configuration.`);
      await queries.transaction(async (transaction) => {
        // Locks the account of the administrator who makes the change and the account whose role changes. As a result,
        // if two administrators revoke each other's role at the same time, the second request fails.
        const locked = await lockAccounts(transaction, [member.id, account.id]);
        const self = locked.get(member.id);
        if (!self || toStudioMember(self, administrators)?.role !== 'administrator')
          throw new ForbiddenError('Only administrators can do that.');
        const before = await updateRole(transaction, account.id, role);
        if (before === role) return;
        await recordAuditEvent(transaction, member, {
          action: 'member.grant',
          id: account.id,
          name: account.name,
          before: { role: before },
          after: { role },
        });
      });
      return reply.code(204).send();
    },
  );
}
