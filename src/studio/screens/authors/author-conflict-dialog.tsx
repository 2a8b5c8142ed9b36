import { useQuery } from '@tanstack/react-query';
import type { StudioAuthorProfile } from '#domain/studio/personas.ts';
import { copy } from '../../copy.ts';
import { formatRelativeTime } from '../../lib/date-format.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DiffView } from '../../ui/diff-view.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { diffPersonaDrafts, mergePersonaDrafts, toPersonaDraft } from './persona-draft.ts';
import type { PersonaEdit } from './use-persona-edit.ts';

const words = copy.authors;

interface AuthorConflictDialogProps {
  id: string;
  editing: PersonaEdit;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Shows a dialog that resolves an edit conflict. A conflict occurs if the stored persona has changed since the edit
 * began, because an editor saved it or the library was imported.
 */
export function AuthorConflictDialog({ id, editing, isOpen, onClose }: AuthorConflictDialogProps) {
  const query = useQuery({
    queryKey: ['authors', id, 'theirs'],
    queryFn: ({ signal }) => studioApi.get<StudioAuthorProfile>(`/authors/${id}`, {}, signal),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
    // Refetching is disabled, so that the stored version does not change while the editor compares the two versions.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // During a fetch, the cached data may belong to an earlier conflict, so it is not shown.
  const theirs = query.isSuccess && !query.isFetching ? query.data : undefined;
  const disabledReason =
    !theirs && (query.error ? copy.common.notLoaded : copy.common.loadingOther);
  const resolve = (choice: 'replaceWithStoredVersion' | 'keepOwnVersion') => {
    onClose();
    editing[choice](theirs!);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      focusesTitle
      title={words.othersTitle(theirs?.edited?.by ?? words.someone)}
      note={
        theirs &&
        `${theirs.edited ? `That was ${formatRelativeTime(theirs.edited.at)}. ` : ''}${words.othersNote}`
      }
      actions={
        <>
          <Button
            className="btn btn-line"
            type="button"
            disabledReason={disabledReason}
            onClick={() => resolve('replaceWithStoredVersion')}
          >
            {words.replaceWithTheirVersion}
          </Button>
          <Button
            className="btn btn-red"
            type="button"
            disabledReason={disabledReason}
            onClick={() => resolve('keepOwnVersion')}
          >
            {words.keepMine}
          </Button>
        </>
      }
    >
      <QueryContent query={{ ...query, data: theirs }}>
        {(stored) => {
          const before = toPersonaDraft(stored);
          const after = mergePersonaDrafts(before, editing.begun, editing.draft);
          return <DiffView changes={diffPersonaDrafts(before, after)} emptyText={words.same} />;
        }}
      </QueryContent>
    </Dialog>
  );
}
