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
      title={words.othersTitle(theirs?.edited?.by ?? words.someone)}
      note={
        theirs &&
        `${theirs.edited ? `That was ${agoOf(theirs.edited.at)}. ` : ''}${words.othersNote}`
      }
      actions={
        <>
          <Button
            className="btn btn-line"
            type="button"
            why={!theirs && copy.common.loadingOther}
            onClick={() => goOn('take')}
          >
            {words.takeTheirs}
          </Button>
          <Button
            className="btn btn-red"
            type="button"
            why={!theirs && copy.common.loadingOther}
            onClick={() => goOn('keep')}
          >
            {words.keepMine}
          </Button>
        </>
      }
    >
      <Waiting query={query}>
        {(stored) => {
          const before = draftOf(stored);
          const after = mergedInto(before, editing.begun, editing.draft);
          return <Changes changes={changesBetween(before, after)} same={words.same} />;
        }}
      </Waiting>
    </Dialog>
  );
}
