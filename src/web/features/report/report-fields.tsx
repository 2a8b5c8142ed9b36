import { useId } from 'react';
import { countCharacters } from '#domain/characters.ts';
import {
  MAX_REPORT_EXPLANATION_LENGTH,
  REPORT_REASON_DETAILS,
  type ReportReason,
} from '#domain/report.ts';
import controls from '#ui/control.module.css';
import { reportCopy } from '#web/copy/report.ts';
import styles from './report-fields.module.css';

const REASONS = Object.entries(REPORT_REASON_DETAILS) as [ReportReason, { label: string }][];

interface ReasonFieldProps {
  chosen: ReportReason | '';
  onChoose: (reason: ReportReason) => void;
}

/** Radio buttons for choosing the reason for reporting an article. */
export function ReasonField({ chosen, onChoose }: ReasonFieldProps) {
  const name = useId();
  return (
    <fieldset className={styles.reasons}>
      <legend className="label">{reportCopy.reason}</legend>
      {REASONS.map(([reason, { label }]) => (
        <label key={reason}>
          <input
            type="radio"
            name={name}
            required
            checked={reason === chosen}
            onChange={() => onChoose(reason)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

interface ExplanationFieldProps {
  text: string;
  isRequired: boolean;
  onType: (text: string) => void;
}

/**
 * A text field for a report's explanation. It accepts text over the limit, so that readers can paste a long text and
 * shorten it.
 */
export function ExplanationField({ text, isRequired, onType }: ExplanationFieldProps) {
  const id = useId();
  const length = countCharacters(text.trim());
  const isTooLong = length > MAX_REPORT_EXPLANATION_LENGTH;
  const isMissing = isRequired && length === 0;
  return (
    <div className={styles.explanation}>
      <label className="label" htmlFor={id}>
        {reportCopy.explanation}{' '}
        <span>{isRequired ? reportCopy.required : reportCopy.optional}</span>
      </label>
      <textarea
        className={controls.control}
        id={id}
        rows={4}
        value={text}
        required={isRequired}
        aria-invalid={isTooLong}
        aria-describedby={`${id}-ask ${id}-counter`}
        onChange={({ target }) => onType(target.value)}
      />
      <p className={styles.below}>
        <span id={`${id}-ask`}>{isMissing && reportCopy.explanationMissing}</span>
        <span id={`${id}-counter`} data-is-too-long={isTooLong ? '' : undefined}>
          <span>{`${length} / ${MAX_REPORT_EXPLANATION_LENGTH}`}</span>{' '}
          <span className="vh">{reportCopy.characters}</span>
        </span>
      </p>
    </div>
  );
}
