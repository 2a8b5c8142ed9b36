import { useId, useRef } from 'react';
import type { ArticleIdentity } from '#domain/article.ts';
import { FEEDBACK_TYPE_DETAILS, type FeedbackType } from '#domain/feedback.ts';
import { feedbackCopy } from '#web/copy/feedback.ts';
import styles from './feedback-block.module.css';
import { FEEDBACK_ICON_PATHS } from './feedback-icons.ts';
import { useFeedback } from './use-feedback.ts';
import { useIsNearViewport } from './use-is-near-viewport.ts';

const TYPES = Object.keys(FEEDBACK_TYPE_DETAILS) as FeedbackType[];

/**
 * Asks the reader for feedback on an article. Until hydration, the HTML is the same for all readers. The block has the
 * same size in every state, so that the content below it does not move.
 */
export function FeedbackBlock({ article }: { article: ArticleIdentity }) {
  const block = useRef<HTMLElement>(null);
  const { chosen, pending, confirmedChange, toggle } = useFeedback(
    article,
    useIsNearViewport(block),
  );
  const id = useId();
  return (
    <section ref={block} className={`needs-js ${styles.block}`} aria-labelledby={`${id}-question`}>
      <h2 className="title" id={`${id}-question`}>
        {feedbackCopy.question}
      </h2>
      <div className={styles.note}>
        <p id={`${id}-invitation`} data-is-over={confirmedChange ? '' : undefined}>
          {feedbackCopy.invitation}
        </p>
        <p role="status">
          {confirmedChange &&
            (confirmedChange.isChosen
              ? feedbackCopy.thanks[confirmedChange.type]
              : feedbackCopy.removed)}
        </p>
      </div>
      <fieldset
        className={styles.choices}
        aria-labelledby={`${id}-question`}
        aria-describedby={`${id}-invitation`}
      >
        {TYPES.map((type) => (
          <FeedbackTypeButton
            key={type}
            type={type}
            isChosen={type === chosen}
            isPending={type === pending}
            onClick={() => toggle(type)}
          />
        ))}
      </fieldset>
    </section>
  );
}

interface FeedbackTypeButtonProps {
  type: FeedbackType;
  isChosen: boolean;
  /** True from a click on the button until the server has responded. */
  isPending: boolean;
  onClick: () => void;
}

/** A toggle button for one type of feedback. Clicking the type that is already chosen removes the feedback. */
function FeedbackTypeButton({ type, isChosen, isPending, onClick }: FeedbackTypeButtonProps) {
  const { label, description } = FEEDBACK_TYPE_DETAILS[type];
  return (
    <button
      className={styles.choice}
      type="button"
      aria-pressed={isChosen}
      data-is-pending={isPending ? '' : undefined}
      onClick={onClick}
    >
      <span className={styles.mark}>
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d={FEEDBACK_ICON_PATHS[type]} />
        </svg>
      </span>
      <span className={styles.words}>
        <b>{label}</b> <span>{description}</span>
      </span>
    </button>
  );
}
