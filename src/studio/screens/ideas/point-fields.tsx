import {
  explainIncoherentPoints,
  KEY_POINT_ORDINALS,
  MAX_IDEA_POINT_LENGTH,
  POINT_LINK_WORDS,
  type PointLinkWord,
} from '#domain/studio/points.ts';
import { copy } from '../../copy.ts';
import { Field } from '../../ui/field.tsx';
import { humanizeChoiceId } from './humanize-choice-id.ts';
import styles from './ideas.module.css';
import { type PointDraft, toPoints } from './point-drafts.ts';

const words = copy.ideaForm;

interface PointFieldsProps {
  points: readonly PointDraft[];
  onChange: (points: PointDraft[]) => void;
}

/**
 * Shows the fields for an idea's points. Each point except the first has a field for the word that connects it to the
 * previous point. Warns if the points are separate stories.
 */
export function PointFields({ points, onChange }: PointFieldsProps) {
  const changePoint = (index: number, changes: Partial<PointDraft>) =>
    onChange(points.with(index, { ...points[index]!, ...changes }));
  const explanation = explainIncoherentPoints(toPoints(points));
  return (
    <fieldset className={styles.points}>
      <legend>{words.points}</legend>
      {points.map(({ link, sentence }, index) => {
        const ordinal = humanizeChoiceId(KEY_POINT_ORDINALS[index]!);
        return (
          <div key={ordinal} className={styles.point}>
            {index > 0 && (
              <Field label={words.follows(KEY_POINT_ORDINALS[index] ?? '')}>
                {(props) => (
                  <select
                    {...props}
                    required
                    aria-invalid={link === 'and' || undefined}
                    value={link}
                    onChange={({ target }) =>
                      changePoint(index, { link: target.value as PointLinkWord })
                    }
                  >
                    <option value="" disabled>
                      {words.choose}
                    </option>
                    {POINT_LINK_WORDS.map((each) => (
                      <option key={each} value={each}>
                        {LINK_NAMES[each]}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            )}
            <Field label={`${ordinal} point`}>
              {(props) => (
                <textarea
                  {...props}
                  rows={2}
                  maxLength={MAX_IDEA_POINT_LENGTH}
                  required
                  value={sentence}
                  onChange={({ target }) => changePoint(index, { sentence: target.value })}
                />
              )}
            </Field>
          </div>
        );
      })}
      {explanation && (
        <p className={styles.warning} role="alert">
          {`${explanation}. Another idea is needed, or another order.`}
        </p>
      )}
    </fieldset>
  );
}

const LINK_NAMES: Readonly<Record<PointLinkWord, string>> = {
  because: words.because,
  so: words.so,
  but: words.but,
  and: words.and,
};
