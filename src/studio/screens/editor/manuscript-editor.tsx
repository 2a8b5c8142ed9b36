import type { Editor } from '@tiptap/core';
import { startTransition, useEffect, useState } from 'react';
import { PUBLISHED_TEXT_MAX_LENGTHS } from '#domain/studio/manuscript.ts';
import { copy } from '../../copy.ts';
import styles from './manuscript-editor.module.css';
import { ManuscriptLineField } from './manuscript-line-field.tsx';
import { ManuscriptProseField } from './prose-field.tsx';

const words = copy.parts;

interface ManuscriptEditorProps {
  onFocus: (editor: Editor) => void;
  onLink: () => void;
}

const SUMMARY_INDEXES = [0, 1, 2, 3, 4];
const KEY_POINT_INDEXES = [0, 1, 2];

/** Shows the fields for an article's text, from the top of the page to the bottom. */
export function ManuscriptEditor(callbacks: ManuscriptEditorProps) {
  // Static text is rendered first, because the prose editors take longer to render. They replace it in a React
  // transition.
  const [isEditable, setEditable] = useState(false);
  useEffect(() => startTransition(() => setEditable(true)), []);
  const prose = { ...callbacks, isEditable };
  return (
    <div className={styles.writing}>
      <section className={styles.opening} aria-label={words.opening}>
        <ManuscriptLineField
          path="title"
          name={words.title}
          limit={PUBLISHED_TEXT_MAX_LENGTHS.title}
          variant="title"
        />
        <ManuscriptLineField
          path="tagline"
          name={words.tagline}
          limit={PUBLISHED_TEXT_MAX_LENGTHS.tagline}
          variant="lead"
        />
      </section>
      <section aria-labelledby="part-summary">
        <h2 className={styles.name} id="part-summary">
          {words.summary}
        </h2>
        <ol className={styles.summary}>
          {SUMMARY_INDEXES.map((index) => (
            <li key={index}>
              <ManuscriptLineField
                path={`summary.${index}`}
                name={`Line ${index + 1}`}
                limit={PUBLISHED_TEXT_MAX_LENGTHS.bullet}
                variant="bullet"
              />
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="part-introduction">
        <h2 className={styles.name} id="part-introduction">
          {words.introduction}
        </h2>
        <ManuscriptProseField path="introduction" name={words.introduction} {...prose} />
      </section>
      {KEY_POINT_INDEXES.map((index) => (
        <section key={index} className={styles.point} aria-label={`Key point ${index + 1}`}>
          <span className={styles.numeral} aria-hidden="true">
            {index + 1}
          </span>
          <ManuscriptLineField
            path={`keyPoints.${index}.title`}
            name={`Title of key point ${index + 1}`}
            limit={PUBLISHED_TEXT_MAX_LENGTHS.pointTitle}
            variant="point"
          />
          <ManuscriptProseField
            path={`keyPoints.${index}.paragraphs`}
            name={`Text of key point ${index + 1}`}
            {...prose}
          />
          <div className={styles.takeaway}>
            <h3>{words.takeawayHeading}</h3>
            <ManuscriptLineField
              path={`keyPoints.${index}.takeaway`}
              name={`Takeaway ${index + 1}`}
              limit={PUBLISHED_TEXT_MAX_LENGTHS.takeaway}
              variant="takeaway"
            />
          </div>
        </section>
      ))}
      <section aria-labelledby="part-conclusion">
        <h2 className={styles.name} id="part-conclusion">
          {words.conclusion}
        </h2>
        <ManuscriptProseField path="conclusion" name={words.conclusion} {...prose} />
      </section>
    </div>
  );
}
