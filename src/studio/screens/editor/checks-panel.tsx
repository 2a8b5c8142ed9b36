import { useDeferredValue, useMemo } from 'react';
import {
  ARTICLE_WORD_RANGE,
  countManuscriptWords,
  findManuscriptProblems,
  type ManuscriptProblem,
} from '#domain/studio/manuscript.ts';
import { copy } from '../../copy.ts';
import { Icon } from '../../ui/icons.tsx';
import { useArticleEditor } from './article-editor.ts';
import styles from './checks-panel.module.css';
import { useManuscript } from './manuscript-store.ts';

const text = copy.editor;

/**
 * Returns the problems in the current text of the article. They are computed in a deferred render, so that typing stays
 * fast.
 */
export function useManuscriptProblems(): {
  blocking: ManuscriptProblem[];
  notes: ManuscriptProblem[];
} {
  const manuscript = useDeferredValue(useManuscript());
  return useMemo(() => {
    const problems = findManuscriptProblems(manuscript);
    return {
      blocking: problems.filter(({ isBlocking }) => isBlocking),
      notes: problems.filter(({ isBlocking }) => !isBlocking),
    };
  }, [manuscript]);
}

/**
 * Lists the problems that prevent the article from being published, followed by the problems that do not. Each entry
 * links to the affected part of the article.
 */
export function ChecksPanel() {
  const { blocking, notes } = useManuscriptProblems();
  return (
    <div className={styles.checks}>
      <Length />
      <ProblemList title={text.blocking} problems={blocking} none={text.noBlocking} />
      <ProblemList title={text.notes} problems={notes} none={text.noNotes} />
    </div>
  );
}

/** Shows the article's word count on a scale. */
function Length() {
  const words = countManuscriptWords(useDeferredValue(useManuscript()));
  const { min, max } = ARTICLE_WORD_RANGE;
  const isInRange = words >= min && words <= max;
  return (
    <section className={styles.length}>
      <p>
        <b>{words}</b>{' '}
        <span>
          words, of {min} to {max}
        </span>
      </p>
      <div
        className={styles.scale}
        role="img"
        aria-label={isInRange ? text.goodLength : words < min ? text.tooShort : text.tooLong}
      >
        <span className={styles.fit} />
        <span
          className={styles.mark}
          data-fit={isInRange || undefined}
          style={{ left: `${Math.min(100, (words / SCALE_END_WORDS) * 100)}%` }}
        />
      </div>
    </section>
  );
}

/**
 * Word count at the end of the scale. The style sheet marks the recommended range, at positions calculated from this
 * number and {@link ARTICLE_WORD_RANGE}.
 */
const SCALE_END_WORDS = 1200;

interface ProblemListProps {
  title: string;
  problems: readonly ManuscriptProblem[];
  none: string;
}

export function ProblemList({ title, problems, none }: ProblemListProps) {
  const { goToPart } = useArticleEditor();
  return (
    <section className={styles.list}>
      <h2>{title}</h2>
      {problems.length === 0 ? (
        <p className={styles.none}>
          <Icon name="check" /> {none}
        </p>
      ) : (
        <ul>
          {problems.map(({ path, message, isBlocking }) => (
            <li key={path + message}>
              <button
                type="button"
                data-blocking={isBlocking || undefined}
                onClick={() => goToPart(path)}
              >
                <span>{message}</span>
                <Icon name="next" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
