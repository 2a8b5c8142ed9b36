import { useQuery } from '@tanstack/react-query';
import type { StudioAuthorProfile } from '#domain/studio/personas.ts';
import { copy } from '../../copy.ts';
import { formatRelativeTime } from '../../lib/date-format.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DiffView } from '../../ui/diff-view.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { changesBetween, draftOf, mergedInto } from './persona-draft.ts';
import type { Editing } from './use-editing.ts';

const words = copy.authors;

interface SettleWithOthersProps {
  id: string;
  editing: Editing;
  isOpen: boolean;
  onClose: () => void;
}

/** Somebody else has edited it meanwhile: what they have and what is here, and with which to go on. */
export function SettleWithOthers({ id, editing, isOpen, onClose }: SettleWithOthersProps) {
  const query = useQuery({
    queryKey: ['authors', id, 'theirs'],
    queryFn: ({ signal }) => studioApi.get<StudioAuthorProfile>(`/authors/${id}`, {}, signal),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
  });
  const theirs = query.data;
  const goOn = (how: 'take' | 'keep') => {
    onClose();
    editing[how](theirs!);
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
            disabledReason={!theirs && copy.common.loadingOther}
            onClick={() => goOn('take')}
          >
            {words.takeTheirs}
          </Button>
          <Button
            className="btn btn-red"
            type="button"
            disabledReason={!theirs && copy.common.loadingOther}
            onClick={() => goOn('keep')}
          >
            {words.keepMine}
          </Button>
        </>
      }
    >
      <QueryBoundary query={query}>
        {(stored) => {
          const before = draftOf(stored);
          const after = mergedInto(before, editing.begun, editing.draft);
          return <DiffView changes={changesBetween(before, after)} emptyText={words.same} />;
        }}
      </QueryBoundary>
    </Dialog>
  );
}
