import type { FormEvent, RefObject } from 'react';
import type { Idea } from '#domain/studio/ideas.ts';
import type { StudioAuthor } from '#domain/studio/personas.ts';
import { Dialog } from '#ui/dialog.tsx';
import { copy } from '../../copy.ts';
import { type SearchableAuthors, useAuthorsIncluding } from '../../lib/author-queries.ts';
import { AuthorSearchField } from '../../ui/author-search-field.tsx';
import { Button } from '../../ui/button.tsx';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { type IdeaDraft, parseIdeaFields } from './idea-draft.ts';
import { IdeaClassificationFields, IdeaTextFields } from './idea-fields.tsx';
import styles from './ideas.module.css';
import { PointFields } from './point-fields.tsx';
import { useIdeaDraft } from './use-idea-draft.ts';
import { useSaveIdea } from './use-save-idea.ts';

const words = copy.ideaForm;

interface IdeaFormProps {
  /** The idea to edit, or `undefined` to create an idea. */
  idea: Idea | undefined;
  choices: SearchableAuthors;
  /** ID of the member who edits the idea. */
  member: string;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Shows a form for creating or editing an idea. */
export function IdeaForm({ idea, choices, member, opener, onClose }: IdeaFormProps) {
  const editing = useIdeaDraft(idea, choices, member);
  const { draft, authorId, restoredAt } = editing;
  const { save, isSaving, similarity, resetSimilarity } = useSaveIdea(idea, editing, onClose);
  const parsedIdea = parseIdeaFields(draft);

  function change(changes: Partial<IdeaDraft>) {
    resetSimilarity();
    editing.change(changes);
  }
  function assignTo(author: StudioAuthor) {
    resetSimilarity();
    editing.assignTo(author);
  }
  function discard() {
    resetSimilarity();
    editing.discard();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (parsedIdea) save(parsedIdea);
  }

  return (
    <Dialog
      title={idea ? words.editTitle : words.title}
      isTitleFocused={restoredAt !== undefined}
      isOpen
      onClose={onClose}
      opener={opener}
    >
      <form className={styles.form} onSubmit={submit}>
        {restoredAt && <DraftNotice writtenAt={restoredAt} onDiscard={discard} />}
        {!idea && <AuthorFields choices={choices} authorId={authorId} onChange={assignTo} />}
        <IdeaTextFields draft={draft} onChange={change} />
        <PointFields points={draft.points} onChange={(points) => change({ points })} />
        <IdeaClassificationFields draft={draft} onChange={change} />
        {similarity?.isTooSimilar && similarity.mostSimilar && (
          <p className={styles.warning} role="alert">
            {words.alike(
              similarity.mostSimilar.title,
              similarity.mostSimilar.where,
              Math.round(similarity.mostSimilar.score * 100),
            )}
          </p>
        )}
        {editing.isOutdated && (
          <p className={styles.warning} role="alert">
            {words.overtaken}
          </p>
        )}
        {!editing.isStored && <p className={styles.small}>{words.notKept}</p>}
        <Button
          className="btn btn-red btn-l"
          type="submit"
          isBusy={isSaving}
          disabledReason={!(parsedIdea && authorId) && words.fillIn}
        >
          {similarity?.isTooSimilar ? words.saveAnyway : words.save}
        </Button>
      </form>
    </Dialog>
  );
}

interface AuthorFieldsProps {
  choices: SearchableAuthors;
  authorId: string;
  onChange: (author: StudioAuthor) => void;
}

/** Shows the fields for choosing the author of a new idea: a search field and a list of the matching authors. */
function AuthorFields({ choices, authorId, onChange }: AuthorFieldsProps) {
  const authors = useAuthorsIncluding(choices.authors ?? [], authorId);
  return (
    <>
      <AuthorSearchField search={choices.search} />
      <SelectField
        label={words.author}
        choices={authors.map(({ id, alias }) => [id, alias])}
        value={authorId}
        onChange={({ target }) => onChange(authors.find(({ id }) => id === target.value)!)}
      />
    </>
  );
}
