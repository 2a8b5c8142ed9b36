import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import {
  STUDIO_ROLE_LABELS,
  STUDIO_ROLES,
  type StudioMember,
  type StudioRole,
} from '#domain/studio/roles.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { useCurrentMember } from '../../lib/current-member.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import styles from './members.module.css';

const words = copy.members;

/** Lists the members of the studio with their roles. Administrators can change the roles. */
export function MemberList() {
  const self = useCurrentMember();
  const query = useQuery({
    queryKey: ['members'],
    queryFn: ({ signal }) => studioApi.get<{ members: StudioMember[] }>('/members', {}, signal),
  });
  const grantRole = useGrantRole();
  return (
    <>
      <ScreenHeader title={words.title}>{words.note}</ScreenHeader>
      <div className={styles.columns}>
        <QueryContent query={query}>
          {({ members }) => (
            <ul className={styles.members}>
              {members.map((member) => (
                <li key={member.id}>
                  <div className={styles.who}>
                    <b>{member.name}</b>
                    <span>{member.email}</span>
                  </div>
                  {member.isConfigured || member.id === self?.id ? (
                    <span className={styles.fixed}>
                      {STUDIO_ROLE_LABELS[member.role]}
                      {member.isConfigured ? words.byConfiguration : words.you}
                    </span>
                  ) : (
                    <select
                      aria-label={words.roleOf(member.name)}
                      value={member.role}
                      disabled={grantRole.isPending}
                      onChange={({ target }) =>
                        grantRole.mutate({ email: member.email, role: target.value as Role })
                      }
                    >
                      {STUDIO_ROLES.map((role) => (
                        <option key={role} value={role}>
                          {STUDIO_ROLE_LABELS[role]}
                        </option>
                      ))}
                      <option value="reader">{words.remove}</option>
                    </select>
                  )}
                </li>
              ))}
            </ul>
          )}
        </QueryContent>
        <Panel title={words.add} note={words.addNote}>
          <AddMemberForm />
        </Panel>
      </div>
    </>
  );
}

type Role = StudioRole | 'reader';

function useGrantRole() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: { email: string; role: Role }) => studioApi.put('/members', change),
    onSuccess: () => showToast({ kind: 'success', text: 'Saved.' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['members'] }),
  });
}

function AddMemberForm() {
  const { register, handleSubmit, resetField } = useForm({
    defaultValues: { email: '', role: 'editor' as StudioRole },
  });
  const grantRole = useGrantRole();
  const addMember = handleSubmit((member) =>
    grantRole.mutate(member, { onSuccess: () => resetField('email') }),
  );

  return (
    <form className={styles.form} onSubmit={addMember}>
      <TextField label={words.email} type="email" required maxLength={254} {...register('email')} />
      <SelectField
        label={words.role}
        choices={STUDIO_ROLES.map((role) => [role, STUDIO_ROLE_LABELS[role]])}
        {...register('role')}
      />
      <Button className="btn btn-red" type="submit" isBusy={grantRole.isPending}>
        {words.send}
      </Button>
    </form>
  );
}
