import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, type RefObject, useState } from 'react';
import { CATEGORIES, getCategory } from '#domain/categories.ts';
import { LEVELS } from '#domain/level.ts';
import {
  IDEA_ENDINGS,
  IDEA_PROTAGONISTS,
  IDEA_REGIONS,
  type Idea,
  type IdeaFields,
  type MostSimilarText,
} from '#domain/studio/ideas.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ApiError } from '#ui/lib/api.ts';
import { copy } from '../../copy.ts';
import { useRefetchAiQueries } from '../../lib/ai-requests.ts';
import { type AuthorChoices, useAuthorsIncluding } from '../../lib/author-queries.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { AuthorSearchField } from '../../ui/author-search-field.tsx';
import { Button } from '../../ui/button.tsx';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { type SelectChoice, SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { formatRegion, humanizeChoiceId } from './humanize-choice-id.ts';
import { type IdeaDraft, parseIdeaDraft } from './idea-draft.ts';
import styles from './ideas.module.css';
import { PointFields } from './point-fields.tsx';
import { useIdeaDraft } from './use-idea-draft.ts';

const words = copy.ideaForm;

interface IdeaFormProps {
  /** The idea to edit; `undefined` to create an idea. */
  idea: Idea | undefined;
  choices: AuthorChoices;
  /** ID of the member who edits the idea. */
  member: string;
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

interface Likeness {
  twin: MostSimilarText | null;
  isTooAlike: boolean;
}

/** Shows a form that creates or edits an idea. */
export function IdeaForm({ idea, choices, member, opener, onClose }: IdeaFormProps) {
  const editing = useIdeaDraft(idea, choices, member);
  const { draft, authorId, base, restoredAt, isOutdated } = editing;
  const [likeness, setLikeness] = useState<Likeness>();
  const refresh = useRefetchAiQueries();
  const authors = useAuthorsIncluding(choices.authors ?? [], authorId);
  const written = parseIdeaDraft(draft);
  const save = useMutation({
    mutationFn: async ({ text, mayBeAlike }: { text: IdeaFields; mayBeAlike: boolean }) => {
      if (!mayBeAlike) {
        const { title, thesis, object } = text;
        const found = await studioApi.post<Likeness>('/ideas/likeness', {
          ...{ title, thesis, object },
          ...(idea && { except: idea.id }),
        });
        if (found.isTooAlike) {
          setLikeness(found);
          return;
        }
      }
      if (!idea) await studioApi.post('/ideas', { authorId, idea: text, mayBeAlike });
      else {
        const newer = await saveIdea(idea.id, { base, idea: text, mayBeAlike });
        if (newer) return editing.goOnFrom(newer);
      }
      editing.removeStoredDraft();
      onClose();
    },
    onSettled: refresh,
  });
  const set = (changes: Partial<IdeaDraft>) => {
    setLikeness(undefined);
    editing.change(changes);
  };
  const text = (name: 'title' | 'thesis' | 'surprise' | 'object') => ({
    rows: name === 'title' ? 1 : 2,
    maxLength: name === 'title' ? 90 : 400,
    required: true,
    value: draft[name],
    onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) => set({ [name]: target.value }),
  });
  const choice = (name: 'subcategory' | 'region' | 'protagonist' | 'level' | 'ending') => ({
    value: draft[name],
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => set({ [name]: target.value }),
  });

  function discard() {
    setLikeness(undefined);
    editing.discard();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (written) save.mutate({ text: written, mayBeAlike: likeness?.isTooAlike ?? false });
  }

  return (
    <Dialog
      title={idea ? words.editTitle : words.title}
      isReadFirst={restoredAt !== undefined}
      isOpen
      onClose={onClose}
      opener={opener}
    >
      <form className={styles.form} onSubmit={submit}>
        {restoredAt && <DraftNotice writtenAt={restoredAt} onDiscard={discard} />}
        {!idea && <AuthorSearchField search={choices.search} />}
        {!idea && (
          <SelectField
            label={words.author}
            choices={authors.map(({ id, alias }) => [id, alias])}
            value={authorId}
            onChange={({ target }) => {
              setLikeness(undefined);
              editing.giveTo(authors.find(({ id }) => id === target.value)!);
            }}
          />
        )}
        <TextAreaField label={words.workingTitle} {...text('title')} />
        <TextAreaField label={words.thesis} {...text('thesis')} />
        <TextAreaField label={words.surprise} {...text('surprise')} />
        <TextAreaField label={words.object} {...text('object')} />
        <PointFields points={draft.points} onChange={(points) => set({ points })} />
        <div className={styles.pair}>
          <SelectField
            label={words.category}
            choices={CATEGORIES.map(({ id, name }) => [id, name])}
            value={draft.category}
            onChange={({ target }) => {
              const category = target.value as IdeaFields['category'];
              set({ category, subcategory: getCategory(category).subcategories[0]!.id });
            }}
          />
          <SelectField
            label={words.subcategory}
            choices={getCategory(draft.category).subcategories.map(({ id, name }) => [id, name])}
            {...choice('subcategory')}
          />
          <SelectField
            label={words.region}
            choices={IDEA_REGIONS.map((each) => [each, formatRegion(each)])}
            {...choice('region')}
          />
          <TextField
            label={words.century}
            hint={words.centuryHint}
            type="number"
            min={-50}
            max={22}
            value={draft.century}
            onChange={({ target }) => set({ century: target.valueAsNumber || 0 })}
          />
          <SelectField
            label={words.protagonist}
            choices={toChoices(IDEA_PROTAGONISTS)}
            {...choice('protagonist')}
          />
          <SelectField label={words.level} choices={toChoices(LEVELS)} {...choice('level')} />
          <SelectField
            label={words.ending}
            choices={toChoices(IDEA_ENDINGS)}
            {...choice('ending')}
          />
        </div>
        {likeness?.isTooAlike && likeness.twin && (
          <p className={styles.warning} role="alert">
            {words.alike(
              likeness.twin.title,
              likeness.twin.where,
              Math.round(likeness.twin.score * 100),
            )}
          </p>
        )}
        {isOutdated && (
          <p className={styles.warning} role="alert">
            {words.overtaken}
          </p>
        )}
        {!editing.isStored && <p className={styles.small}>{words.notKept}</p>}
        <Button
          className="btn btn-red btn-l"
          type="submit"
          isBusy={save.isPending}
          disabledReason={!(written && authorId) && words.fillIn}
        >
          {likeness?.isTooAlike ? words.saveAnyway : words.save}
        </Button>
      </form>
    </Dialog>
  );
}

function toChoices(values: readonly string[]): SelectChoice[] {
  return values.map((value) => [value, humanizeChoiceId(value)]);
}

/**
 * Saves an idea. If somebody else has saved the idea since version `base`, saves nothing and resolves with the newer
 * version.
 */
async function saveIdea(
  id: string,
  change: { base: string | undefined; idea: IdeaFields; mayBeAlike: boolean },
): Promise<Idea | undefined> {
  try {
    await studioApi.put(`/ideas/${id}`, change);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error;
    const { idea } = await studioApi.get<{ idea: Idea }>(`/ideas/${id}`);
    if (idea.version === change.base) throw error;
    return idea;
  }
}
