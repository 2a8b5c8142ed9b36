import {
  explainSeparateStories,
  KEY_POINT_ORDINALS,
  MAX_POINT_LENGTH,
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
 * Shows the fields for an idea's points and for the word that connects each point to the preceding point. Warns if the
 * points are separate stories.
 */
export function PointFields({ points, onChange }: PointFieldsProps) {
  const change = (at: number, changes: Partial<PointDraft>) =>
    onChange(points.with(at, { ...points[at]!, ...changes }));
  const separate = explainSeparateStories(toPoints(points));
  return (
    <fieldset className={styles.points}>
      <legend>{words.points}</legend>
      {points.map(({ link, sentence }, at) => {
        const ordinal = humanizeChoiceId(KEY_POINT_ORDINALS[at]!);
        return (
          <div key={ordinal} className={styles.point}>
            {at > 0 && (
              <Field label={words.follows(KEY_POINT_ORDINALS[at] ?? '')}>
                {(props) => (
                  <select
                    {...props}
                    required
                    aria-invalid={link === 'and' || undefined}
                    value={link}
                    onChange={({ target }) => change(at, { link: target.value as PointLinkWord })}
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
                  maxLength={MAX_POINT_LENGTH}
                  required
                  value={sentence}
                  onChange={({ target }) => change(at, { sentence: target.value })}
                />
              )}
            </Field>
          </div>
        );
      })}
      {separate && (
        <p className={styles.warning} role="alert">
          {`${separate}. Another idea is needed, or another order.`}
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
