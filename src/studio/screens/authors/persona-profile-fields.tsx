import { LEVEL_LABELS, LEVELS } from '#domain/level.ts';
import { PERSONA_LIMITS as LIMITS } from '#domain/studio/personas.ts';
import { copy } from '../../copy.ts';
import { SelectField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ParagraphField } from '../../ui/paragraph-field.tsx';
import { TextListField } from '../../ui/text-list-field.tsx';
import styles from './edit-author.module.css';
import { InfluenceFields } from './influence-fields.tsx';
import type { PersonaDraft } from './persona-draft.ts';

const words = copy.authors;

interface PersonaProfileFieldsProps {
  draft: PersonaDraft;
  change: (parts: Partial<PersonaDraft>) => void;
  /** Returns the error message of the field at a path, such as `targetAudience.description`. */
  errorAt: (path: string) => string | undefined;
}

/** Shows the fields of a persona's profile, which readers see on the author's page. */
export function PersonaProfileFields({ draft, change, errorAt }: PersonaProfileFieldsProps) {
  return (
    <Panel title={words.profile} note={words.profileNote}>
      <div className={styles.fields}>
        <ParagraphField
          label={words.tagline}
          hint={words.taglineHint}
          limit={LIMITS.tagline}
          error={errorAt('tagline')}
          value={draft.tagline}
          onChange={(tagline) => change({ tagline })}
        />
        <ParagraphField
          label={words.mission}
          limit={LIMITS.mission}
          error={errorAt('mission')}
          value={draft.mission}
          onChange={(mission) => change({ mission })}
        />
        <TextListField
          legend={words.about}
          hint={words.aboutHint}
          itemName="paragraph"
          countRange={LIMITS.about}
          limit={LIMITS.paragraph}
          errorAt={createListErrorLookup('about', errorAt)}
          items={draft.about}
          onChange={(about) => change({ about })}
        />
        <ParagraphField
          label={words.perspective}
          limit={LIMITS.perspective}
          error={errorAt('perspective')}
          value={draft.perspective}
          onChange={(perspective) => change({ perspective })}
        />
        <TextListField
          legend={words.topics}
          itemName="subject"
          countRange={LIMITS.subjects}
          limit={LIMITS.subject}
          errorAt={createListErrorLookup('subjects', errorAt)}
          items={draft.subjects}
          onChange={(subjects) => change({ subjects })}
        />
        <ParagraphField
          label={words.audience}
          hint={words.audienceHint}
          limit={LIMITS.audience}
          error={errorAt('targetAudience.description')}
          value={draft.audience}
          onChange={(audience) => change({ audience })}
        />
        <SelectField
          label={words.level}
          choices={LEVELS.map((level) => [level, LEVEL_LABELS[level]])}
          value={draft.level}
          onChange={({ target }) => change({ level: target.value as PersonaDraft['level'] })}
        />
        <InfluenceFields
          influences={draft.influences}
          onChange={(influences) => change({ influences })}
          errorAt={(path) => errorAt(`influencedBy${path}`)}
        />
      </div>
    </Panel>
  );
}

/**
 * Returns a function that looks up a list's error messages. Given an index, the function returns that list item's
 * error. Without an index, it returns the error of the whole list.
 */
export function createListErrorLookup(name: string, errorAt: PersonaProfileFieldsProps['errorAt']) {
  return (index?: number) => errorAt(index === undefined ? name : `${name}.${index}`);
}
