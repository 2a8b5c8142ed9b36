import type { ChangeEvent } from 'react';
import { CATEGORIES, getCategory } from '#domain/categories.ts';
import { LEVELS } from '#domain/level.ts';
import {
  IDEA_ENDINGS,
  IDEA_PROTAGONISTS,
  IDEA_REGIONS,
  type IdeaFields,
} from '#domain/studio/ideas.ts';
import { copy } from '../../copy.ts';
import { type SelectChoice, SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { formatRegion, humanizeChoiceId } from './humanize-choice-id.ts';
import type { IdeaDraft } from './idea-draft.ts';
import styles from './ideas.module.css';

const words = copy.ideaForm;

interface IdeaFieldsProps {
  draft: IdeaDraft;
  onChange: (changes: Partial<IdeaDraft>) => void;
}

/** Shows the text fields of an idea: title, thesis, surprise and object. */
export function IdeaTextFields({ draft, onChange }: IdeaFieldsProps) {
  const getTextProps = (name: 'title' | 'thesis' | 'surprise' | 'object') => ({
    rows: name === 'title' ? 1 : 2,
    maxLength: name === 'title' ? 90 : 400,
    required: true,
    value: draft[name],
    onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) => onChange({ [name]: target.value }),
  });
  return (
    <>
      <TextAreaField label={words.workingTitle} {...getTextProps('title')} />
      <TextAreaField label={words.thesis} {...getTextProps('thesis')} />
      <TextAreaField label={words.surprise} {...getTextProps('surprise')} />
      <TextAreaField label={words.object} {...getTextProps('object')} />
    </>
  );
}

/** Shows the fields that classify an idea: its category, region, century, protagonist, level and ending. */
export function IdeaClassificationFields({ draft, onChange }: IdeaFieldsProps) {
  const getSelectProps = (name: 'subcategory' | 'region' | 'protagonist' | 'level' | 'ending') => ({
    value: draft[name],
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => onChange({ [name]: target.value }),
  });
  return (
    <div className={styles.pair}>
      <SelectField
        label={words.category}
        choices={CATEGORIES.map(({ id, name }) => [id, name])}
        value={draft.category}
        onChange={({ target }) => {
          const category = target.value as IdeaFields['category'];
          onChange({ category, subcategory: getCategory(category).subcategories[0]!.id });
        }}
      />
      <SelectField
        label={words.subcategory}
        choices={getCategory(draft.category).subcategories.map(({ id, name }) => [id, name])}
        {...getSelectProps('subcategory')}
      />
      <SelectField
        label={words.region}
        choices={IDEA_REGIONS.map((each) => [each, formatRegion(each)])}
        {...getSelectProps('region')}
      />
      <TextField
        label={words.century}
        hint={words.centuryHint}
        type="number"
        min={-50}
        max={22}
        value={draft.century}
        onChange={({ target }) => onChange({ century: target.valueAsNumber || 0 })}
      />
      <SelectField
        label={words.protagonist}
        choices={toChoices(IDEA_PROTAGONISTS)}
        {...getSelectProps('protagonist')}
      />
      <SelectField label={words.level} choices={toChoices(LEVELS)} {...getSelectProps('level')} />
      <SelectField
        label={words.ending}
        choices={toChoices(IDEA_ENDINGS)}
        {...getSelectProps('ending')}
      />
    </div>
  );
}

function toChoices(values: readonly string[]): SelectChoice[] {
  return values.map((value) => [value, humanizeChoiceId(value)]);
}
