import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useId, useState } from 'react';
import { AI_REQUEST_SIZE_LIMITS, type NewAiRequest } from '#domain/studio/ai-requests.ts';
import type { StudioAuthor } from '#domain/studio/personas.ts';
import { Dialog } from '#ui/dialog.tsx';
import { copy } from '../../copy.ts';
import {
  aiWriterStatusQuery,
  describeAiRequestPrice,
  explainSendObstacle,
  useAiRequestPrice,
  useSendAiRequest,
} from '../../lib/ai-requests.ts';
import type { SearchableAuthors } from '../../lib/author-queries.ts';
import { AuthorSearchField } from '../../ui/author-search-field.tsx';
import { Button } from '../../ui/button.tsx';
import { createNumberChoices, SelectField, TextField } from '../../ui/field.tsx';
import styles from './ideas.module.css';

const words = copy.askForIdeas;

interface RequestIdeasDialogProps {
  choices: SearchableAuthors;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Shows a dialog that asks the AI for new ideas for the chosen authors. */
export function RequestIdeasDialog({ choices, opener, onClose }: RequestIdeasDialogProps) {
  const [selectedAuthors, setSelectedAuthors] = useState<ReadonlyMap<string, StudioAuthor>>(
    new Map(),
  );
  // The chosen authors stay visible while the editor searches for others.
  const foundAuthors = choices.authors ?? [];
  const hiddenAuthors = [...selectedAuthors.values()].filter(
    ({ id }) => !foundAuthors.some((each) => each.id === id),
  );
  const authors = [...hiddenAuthors, ...foundAuthors];
  const [count, setCount] = useState(2);
  const [wish, setWish] = useState('');
  const sendRequest = useSendAiRequest();
  const request: NewAiRequest = {
    type: 'generate_article_ideas',
    authors: [...selectedAuthors.keys()].map((authorId) => ({ authorId, count })),
    ...(wish.trim() && { wish }),
  };
  // The price is estimated without the editor's `wish`, which hardly affects it. With the wish, every key press in its
  // field would require another estimate.
  const { wish: _wish, ...requestWithoutWish } = request;
  const price = useAiRequestPrice(selectedAuthors.size ? requestWithoutWish : undefined);
  const hasDrafts = useHasDrafts();
  const authorsWithoutDrafts = authors.filter(
    ({ id, alias }) => selectedAuthors.has(id) && !hasDrafts(alias),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    sendRequest.mutate(request, { onSuccess: onClose });
  }

  return (
    <Dialog title={words.title} isOpen onClose={onClose} opener={opener}>
      <form className={styles.form} onSubmit={submit}>
        <AuthorSearchField search={choices.search} />
        <AuthorSelection
          authors={authors}
          selectedAuthors={selectedAuthors}
          onChange={setSelectedAuthors}
        />
        <SelectField
          label={words.count}
          choices={createNumberChoices(AI_REQUEST_SIZE_LIMITS.ideasOfAuthor)}
          value={count}
          onChange={({ target }) => setCount(Number(target.value))}
        />
        <TextField
          label={words.wish}
          hint={words.wishHint}
          maxLength={AI_REQUEST_SIZE_LIMITS.wish}
          value={wish}
          onChange={({ target }) => setWish(target.value)}
        />
        <footer className={styles.foot}>
          {authorsWithoutDrafts.length > 0 && (
            <p className={styles.warning} role="status">
              <span>
                {words.demoMisses(
                  NAME_LIST.format(authorsWithoutDrafts.map(({ alias }) => alias)),
                  authorsWithoutDrafts.length === 1,
                )}
              </span>
            </p>
          )}
          <p className={styles.small} role="status">
            <span>{selectedAuthors.size ? describeAiRequestPrice(price) : words.chooseAuthor}</span>
          </p>
          <Button
            className="btn btn-red btn-l"
            type="submit"
            isBusy={sendRequest.isPending}
            disabledReason={selectedAuthors.size ? explainSendObstacle(price) : words.chooseAuthor}
          >
            {words.send}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

interface AuthorSelectionProps {
  authors: readonly StudioAuthor[];
  selectedAuthors: ReadonlyMap<string, StudioAuthor>;
  onChange: (selectedAuthors: ReadonlyMap<string, StudioAuthor>) => void;
}

/** Shows the checkboxes that select authors. The number of authors in a request is limited. */
function AuthorSelection({ authors, selectedAuthors, onChange }: AuthorSelectionProps) {
  const hasDrafts = useHasDrafts();
  const limitNoteId = useId();
  const isFull = selectedAuthors.size >= AI_REQUEST_SIZE_LIMITS.authorsWithIdeas;
  return (
    <fieldset className={styles.choices}>
      <legend>{words.authors}</legend>
      {authors.map((author) => {
        const { id, alias } = author;
        return (
          <label key={id} className={styles.check}>
            <input
              type="checkbox"
              checked={selectedAuthors.has(id)}
              disabled={!selectedAuthors.has(id) && isFull}
              aria-describedby={isFull ? limitNoteId : undefined}
              onChange={() => {
                const next = new Map(selectedAuthors);
                if (!next.delete(id)) next.set(id, author);
                onChange(next);
              }}
            />
            {alias}
            {!hasDrafts(alias) && <small>{words.noDrafts}</small>}
          </label>
        );
      })}
      {isFull && <p id={limitNoteId}>{words.tooMany(AI_REQUEST_SIZE_LIMITS.authorsWithIdeas)}</p>}
    </fieldset>
  );
}

/**
 * Returns a function that checks whether the AI service can write for the author with the given alias. The demo writer,
 * which stands in for the AI service, has drafts for only some authors.
 */
function useHasDrafts(): (alias: string) => boolean {
  const draftsBy = useQuery(aiWriterStatusQuery).data?.draftsBy;
  return (alias) => !draftsBy || draftsBy.includes(alias.toLowerCase());
}

const NAME_LIST = new Intl.ListFormat('en-US');
