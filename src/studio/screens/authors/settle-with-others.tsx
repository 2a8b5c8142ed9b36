import { useQuery } from '@tanstack/react-query';
import type { StudioAuthorProfile } from '#domain/studio/personas.ts';
import { copy } from '../../copy.ts';
import { studio } from '../../lib/queries.ts';
import { agoOf } from '../../lib/times.ts';
import { Button } from '../../ui/button.tsx';
import { Changes } from '../../ui/changes.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { changesBetween, draftOf, mergedInto } from './persona-draft.ts';
import type { Editing } from './use-editing.ts';

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
    queryFn: ({ signal }) => studio.get<StudioAuthorProfile>(`/authors/${id}`, {}, signal),
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
      isReadFirst
      title={`${theirs?.edited?.by ?? 'Somebody else'} has edited it meanwhile`}
      note={
        theirs &&
        `${theirs.edited ? `That was ${agoOf(theirs.edited.at)}. ` : ''}Where you wrote nothing, theirs stands. What is crossed out is only in theirs, what is underlined only in yours; saving puts yours in its place.`
      }
      actions={
        <>
          <Button
            className="btn btn-line"
            type="button"
            why={!theirs && copy.common.loadingOther}
            onClick={() => goOn('take')}
          >
            Take theirs
          </Button>
          <Button
            className="btn btn-red"
            type="button"
            why={!theirs && copy.common.loadingOther}
            onClick={() => goOn('keep')}
          >
            Keep writing mine
          </Button>
        </>
      }
    >
      <Waiting query={query}>
        {(stored) => {
          const before = draftOf(stored);
          const after = mergedInto(before, editing.begun, editing.draft);
          return <Changes changes={changesBetween(before, after)} same="Both say the same." />;
        }}
      </Waiting>
    </Dialog>
  );
}
