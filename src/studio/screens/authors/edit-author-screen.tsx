import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker, useNavigate, useParams } from 'react-router';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import { formatPicturePath } from '#domain/images.ts';
import type { AuthorStatus } from '#domain/statuses/author-states.ts';
import type { StudioAuthor, StudioAuthorProfile } from '#domain/studio/personas.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { authorQuery } from '../../lib/author-queries.ts';
import { useCurrentMember } from '../../lib/current-member.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { AuthorConflictDialog } from './author-conflict-dialog.tsx';
import styles from './edit-author.module.css';
import { validatePersonaDraft } from './persona-draft.ts';
import { PersonaProfileFields } from './persona-profile-fields.tsx';
import { SaveBar } from './save-bar.tsx';
import { type PersonaEdit, usePersonaEdit } from './use-persona-edit.ts';
import { WritingVoiceFields } from './writing-voice-fields.tsx';

const words = copy.authors;

/** Shows the form for editing a persona's profile and voice. */
export function EditAuthorScreen() {
  const { id = '' } = useParams();
  const query = useQuery({
    ...authorQuery(id),
    // The persona is loaded when the form opens. It is not refetched when the window receives focus or the connection
    // returns, so that the edit stays based on the loaded version.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const member = useCurrentMember();
  const data = query.isFetchedAfterMount && member ? query.data : undefined;
  return (
    <QueryContent query={{ ...query, data }} lines={12}>
      {(profile) => <AuthorForm key={id} profile={profile} member={member!.id} />}
    </QueryContent>
  );
}

/** Selector for form fields with an error. The first of them receives focus after a failed attempt to save. */
const ERROR_SELECTOR = '[aria-invalid=true], [data-wrong] textarea';

interface AuthorFormProps {
  profile: StudioAuthorProfile;
  /** ID of the member who edits the persona. */
  member: string;
}

function AuthorForm({ profile, member }: AuthorFormProps) {
  const { author } = profile;
  const authorScreenPath = `/authors/${author.id}`;
  const navigate = useNavigate();
  const editing = usePersonaEdit(author.id, profile, member);
  const { draft, state, change } = editing;
  const [showsAllErrors, setShowsAllErrors] = useState(false);
  const [isResolving, setResolving] = useState(false);
  const isLeaving = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const errors = validatePersonaDraft(draft);
  const isChanged = state.kind !== 'unchanged';

  /**
   * Returns the error message of the field at a path. Before the first attempt to save, returns a message only if a
   * text or list is too long or a number is too large.
   */
  const errorAt = (path: string) => {
    const error = errors.get(path);
    return error && (showsAllErrors || error.isOver) ? error.text : undefined;
  };

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!isChanged || state.kind === 'saving') return;
    if (state.kind === 'conflict') return setResolving(true);
    if (errors.size) {
      flushSync(() => setShowsAllErrors(true));
      return form.current?.querySelector<HTMLElement>(ERROR_SELECTOR)?.focus();
    }
    editing.save(() => {
      isLeaving.current = true;
      showToast({ kind: 'success', text: SAVED_MESSAGES[author.status] });
      void navigate(authorScreenPath);
    });
  }
  useSaveShortcut(submit);
  useRetryWhenOnline(state.kind === 'offline', submit);

  // The dialog opens automatically once for each conflict. After the editor closes it, the save bar still offers to
  // resolve the conflict.
  useEffect(() => {
    if (state.kind === 'conflict') setResolving(true);
  }, [state.kind]);

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <ScreenHeader title={words.editTitle(author.alias)}>
        {AUDIENCE_NOTES[author.status]}
      </ScreenHeader>
      <RestoredNotice editing={editing} profile={profile} />
      <FixedFields author={author} />
      <div className={styles.panels}>
        <PersonaProfileFields draft={draft} change={change} errorAt={errorAt} />
        <WritingVoiceFields
          voice={draft.voice}
          change={(voice) => change({ voice })}
          errorAt={(path) => errorAt(`voice.${path}`)}
          isNew={!profile.voice}
        />
      </div>
      <SaveBar
        state={state}
        isStored={editing.isStored}
        errorCount={showsAllErrors ? errors.size : 0}
        back={authorScreenPath}
        onResolve={() => setResolving(true)}
      />
      <LeaveGuard isChanged={isChanged} isLeaving={isLeaving} onDiscard={editing.discard} />
      <AuthorConflictDialog
        editing={editing}
        id={author.id}
        isOpen={isResolving}
        onClose={() => setResolving(false)}
      />
    </form>
  );
}

/** Notes that say whether readers see saved changes, by the persona's status. */
const AUDIENCE_NOTES: Readonly<Record<AuthorStatus, string>> = {
  active: words.liveNote,
  pending_idea: words.proposedNote,
  inactive: words.inactiveNote,
};

const SAVED_MESSAGES: Readonly<Record<AuthorStatus, string>> = {
  active: words.savedLive,
  pending_idea: 'Saved.',
  inactive: 'Saved.',
};

/** Tells the editor that the form contains a restored draft, and offers to discard the draft. */
function RestoredNotice({
  editing,
  profile,
}: {
  editing: PersonaEdit;
  profile: StudioAuthorProfile;
}) {
  const { restoredAt, isOutdated, replaceWithStoredVersion } = editing;
  if (!restoredAt) return null;
  return (
    <div className={styles.restored}>
      <DraftNotice writtenAt={restoredAt} onDiscard={() => replaceWithStoredVersion(profile)}>
        {isOutdated && words.overtaken(profile.edited?.by ?? words.library)}
      </DraftNotice>
    </div>
  );
}

/** Shows the parts of a persona that cannot be edited, and explains why. */
function FixedFields({
  author: { alias, category, subcategory, portrait },
}: {
  author: StudioAuthor;
}) {
  return (
    <div className={styles.fixed}>
      <img src={formatPicturePath('avatars', portrait, 64, 'webp')} alt="" width={48} height={48} />
      <p>
        <b>{alias}</b>, on the shelf {getCategory(category).name},{' '}
        {getSubcategory(category, subcategory).name}. <span>{words.fixed}</span>
      </p>
    </div>
  );
}

interface LeaveGuardProps {
  isChanged: boolean;
  /** True while the editor leaves the form after saving all changes, which requires no confirmation. */
  isLeaving: { readonly current: boolean };
  onDiscard: () => void;
}

/** Shows a dialog that asks for confirmation before the editor leaves a form with unsaved changes. */
function LeaveGuard({ isChanged, isLeaving, onDiscard }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && !isLeaving.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isChanged) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', preventUnload);
    return () => removeEventListener('beforeunload', preventUnload);
  }, [isChanged]);
  const discard = () => {
    onDiscard();
    blocker.proceed?.();
  };
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={words.leaveTitle}
      note={words.leaveNote}
      actions={
        <>
          <button className="btn btn-line" type="button" onClick={discard}>
            {words.discard}
          </button>
          <button className="btn btn-red" type="button" onClick={() => blocker.reset?.()}>
            {words.keepEditing}
          </button>
        </>
      }
    />
  );
}

/** Retries saving as soon as the browser is online again. */
function useRetryWhenOnline(isOffline: boolean, save: () => void): void {
  useEffect(() => {
    if (!isOffline) return;
    const retry = () => save();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [isOffline, save]);
}

function useSaveShortcut(save: () => void): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      if (!document.querySelector('[role=dialog][data-open]')) save();
    };
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [save]);
}
