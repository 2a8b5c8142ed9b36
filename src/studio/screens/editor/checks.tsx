import { useDeferredValue, useMemo } from 'react';
import {
  ARTICLE_WORDS,
  countManuscriptWords,
  findProblems,
  type ManuscriptProblem,
} from '#domain/studio/manuscript.ts';
import { copy } from '../../copy.ts';
import { Icon } from '../../ui/icons.tsx';
import { useArticleEditor } from './article-editor.ts';
import styles from './checks.module.css';
import { useManuscript } from './manuscript-store.ts';

const text = copy.editor;

/** What is to be mended, a moment after it was written. */
export function useFaults(): { blocking: ManuscriptProblem[]; notes: ManuscriptProblem[] } {
  const manuscript = useDeferredValue(useManuscript());
  return useMemo(() => {
    const faults = findProblems(manuscript);
    return {
      blocking: faults.filter(({ isBlocking }) => isBlocking),
      notes: faults.filter(({ isBlocking }) => !isBlocking),
    };
  }, [manuscript]);
}

/** What keeps the article from readers, and what an editor should know; each leads to where it is. */
export function Checks() {
  const { blocking, notes } = useFaults();
  return (
    <div className={styles.checks}>
      <Length />
      <FaultList title={text.blocking} faults={blocking} none={text.noBlocking} />
      <FaultList title={text.notes} faults={notes} none={text.noNotes} />
    </div>
  );
}

/** How long the article is, against what articles are. */
function Length() {
  const words = countManuscriptWords(useDeferredValue(useManuscript()));
  const { least, most } = ARTICLE_WORDS;
  const isFit = words >= least && words <= most;
  return (
    <section className={styles.length}>
      <p>
        <b>{words}</b>{' '}
        <span>
          words, of {least} to {most}
        </span>
      </p>
      <div
        className={styles.scale}
        role="img"
        aria-label={isFit ? text.goodLength : words < least ? text.tooShort : text.tooLong}
      >
        <span className={styles.fit} />
        <span
          className={styles.mark}
          data-fit={isFit || undefined}
          style={{ left: `${Math.min(100, (words / SCALE) * 100)}%` }}
        />
      </div>
    </section>
  );
}

/** Words at the end of the scale; the style sheet shows where {@link ARTICLE_WORDS} stand on it. */
const SCALE = 1200;

interface FaultListProps {
  title: string;
  faults: readonly ManuscriptProblem[];
  none: string;
}

export function FaultList({ title, faults, none }: FaultListProps) {
  const { goToPart } = useArticleEditor();
  return (
    <section className={styles.list}>
      <h2>{title}</h2>
      {faults.length === 0 ? (
        <p className={styles.none}>
          <Icon name="check" /> {none}
        </p>
      ) : (
        <ul>
          {faults.map(({ path, message, isBlocking }) => (
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
