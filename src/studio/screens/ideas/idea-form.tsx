import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';
import { CATEGORIES, categoryOf } from '#domain/categories.ts';
import { LEVELS } from '#domain/level.ts';
import {
  ENDINGS,
  type Idea,
  type IdeaFields,
  ideaTextSchema,
  PROTAGONISTS,
  REGIONS,
  type Twin,
} from '#domain/studio/ideas.ts';
import type { StudioAuthor } from '#domain/studio/personas.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { studio } from '../../lib/queries.ts';
import { useRefreshWriting } from '../../lib/writing.ts';
import { Field } from '../../ui/field.tsx';
import styles from './ideas.module.css';
import { choiceName, regionName } from './words.ts';

interface IdeaFormProps {
  /** The one to be changed; absent: a new one. */
  idea: Idea | undefined;
  /** A new one that was begun before its form was closed, by a slip perhaps. */
  begun: RefObject<Begun | undefined>;
  authors: readonly StudioAuthor[];
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** An idea that is not saved yet. */
export interface Begun {
  authorId: string;
  fields: IdeaFields;
}

interface Likeness {
  twin: Twin | null;
  isTooAlike: boolean;
}

/** An idea an editor writes, or changes. */
export function IdeaForm({ idea, begun, authors, opener, onClose }: IdeaFormProps) {
  const kept = idea ? undefined : begun.current;
  const [authorId, setAuthorId] = useState(
    idea?.authorId ?? kept?.authorId ?? authors[0]?.id ?? '',
  );
  const author = authors.find(({ id }) => id === authorId);
  const [fields, setFields] = useState<IdeaFields>(() => kept?.fields ?? fieldsOf(idea, author));
  const [likeness, setLikeness] = useState<Likeness>();
  const refresh = useRefreshWriting();
  const isFit = ideaTextSchema.safeParse(fields).success;
  const save = useMutation({
    mutationFn: async (mayBeAlike: boolean) => {
      if (!mayBeAlike) {
        const found = await studio.post<Likeness>('/ideas/likeness', {
          idea: fields,
          ...(idea && { except: idea.id }),
        });
        if (found.isTooAlike) {
          setLikeness(found);
          return;
        }
      }
      if (idea) await studio.put(`/ideas/${idea.id}`, { idea: fields, mayBeAlike });
      else {
        await studio.post('/ideas', { authorId, idea: fields, mayBeAlike });
        begun.current = undefined;
      }
      onClose();
    },
    onSettled: refresh,
  });
  const set = (changes: Partial<IdeaFields>, of = authorId) => {
    setLikeness(undefined);
    const next = { ...fields, ...changes };
    setFields(next);
    if (!idea) begun.current = { authorId: of, fields: next };
  };
  const area = (name: 'title' | 'thesis' | 'surprise' | 'object', label: string, most: number) => (
    <Field label={label}>
      {(props) => (
        <textarea
          {...props}
          rows={name === 'title' ? 1 : 2}
          maxLength={most}
          required
          value={fields[name]}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      )}
    </Field>
  );
  const choice = <Name extends 'region' | 'protagonist' | 'level' | 'ending'>(
    name: Name,
    label: string,
    choices: readonly IdeaFields[Name][],
  ) => (
    <Field label={label}>
      {(props) => (
        <select
          {...props}
          value={fields[name]}
          onChange={({ target }) => set({ [name]: target.value } as Partial<IdeaFields>)}
        >
          {choices.map((each) => (
            <option key={each} value={each}>
              {name === 'region' ? regionName(each) : choiceName(each)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(likeness?.isTooAlike ?? false);
  }

  return (
    <Dialog
      title={idea ? 'Change the idea' : 'Write an idea'}
      isOpen
      onClose={onClose}
      opener={opener}
    >
      <form className={styles.form} onSubmit={submit}>
        {!idea && (
          <Field label="Author">
            {(props) => (
              <select
                {...props}
                value={authorId}
                onChange={({ target }) => {
                  setAuthorId(target.value);
                  const next = authors.find(({ id }) => id === target.value);
                  if (next)
                    set({ category: next.category, subcategory: next.subcategory }, next.id);
                }}
              >
                {authors.map(({ id, alias }) => (
                  <option key={id} value={id}>
                    {alias}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {area('title', 'Working title', 90)}
        {area('thesis', 'Thesis, in one sentence', 400)}
        {area('surprise', 'What a reader would not have guessed', 400)}
        {area('object', 'The thing at its centre', 400)}
        <div className={styles.pair}>
          <Field label="Category">
            {(props) => (
              <select
                {...props}
                value={fields.category}
                onChange={({ target }) => {
                  const category = target.value as IdeaFields['category'];
                  set({ category, subcategory: categoryOf(category).subcategories[0]!.id });
                }}
              >
                {CATEGORIES.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Subcategory">
            {(props) => (
              <select
                {...props}
                value={fields.subcategory}
                onChange={({ target }) => set({ subcategory: target.value })}
              >
                {categoryOf(fields.category).subcategories.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {choice('region', 'Region', REGIONS)}
          <Field label="Century" hint="−5 is the fifth before Christ.">
            {(props) => (
              <input
                {...props}
                type="number"
                min={-50}
                max={22}
                value={fields.century}
                onChange={({ target }) => set({ century: target.valueAsNumber || 0 })}
              />
            )}
          </Field>
          {choice('protagonist', 'Whose story', PROTAGONISTS)}
          {choice('level', 'Level', LEVELS)}
          {choice('ending', 'How it ends', ENDINGS)}
        </div>
        {likeness?.isTooAlike && likeness.twin && (
          <p className={styles.warning} role="alert">
            This is much like “{likeness.twin.title}” ({likeness.twin.where}),{' '}
            {Math.round(likeness.twin.score * 100)} %. Save it all the same, if it is another one.
          </p>
        )}
        <button
          className="btn btn-red btn-l"
          type="submit"
          disabled={!isFit || !authorId || save.isPending}
        >
          {likeness?.isTooAlike ? 'Save it all the same' : 'Save'}
        </button>
      </form>
    </Dialog>
  );
}

function fieldsOf(idea: Idea | undefined, author: StudioAuthor | undefined): IdeaFields {
  if (!idea)
    return {
      title: '',
      thesis: '',
      surprise: '',
      object: '',
      region: 'everywhere',
      century: 21,
      protagonist: 'none',
      level: LEVELS.find((level) => level === author?.level) ?? 'beginner',
      ending: 'consequence',
      category: author?.category ?? 'nsm',
      subcategory: author?.subcategory ?? '',
    };
  const { title, thesis, surprise, object, region, century, protagonist } = idea;
  const { level, ending, category, subcategory } = idea;
  const told = { title, thesis, surprise, object, region, century, protagonist };
  return { ...told, level, ending, category, subcategory };
}
