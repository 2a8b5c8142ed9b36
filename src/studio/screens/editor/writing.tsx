import type { Editor } from '@tiptap/core';
import { startTransition, useEffect, useState } from 'react';
import { LIMITS } from '#domain/studio/manuscript.ts';
import { copy } from '../../copy.ts';
import { LineField } from './line-field.tsx';
import { ProseField } from './prose-field.tsx';
import styles from './writing.module.css';

const words = copy.parts;

interface WritingProps {
  onFocus: (editor: Editor) => void;
  onLink: () => void;
}

const FIVE = [0, 1, 2, 3, 4];
const THREE = [0, 1, 2];

/** The article as it is written: its fixed structure, top to bottom. */
export function Writing(calls: WritingProps) {
  // The words are there at once; what they are written with, a moment later.
  const [isAlive, setAlive] = useState(false);
  useEffect(() => startTransition(() => setAlive(true)), []);
  const prose = { ...calls, isAlive };
  return (
    <div className={styles.writing}>
      <section className={styles.opening} aria-label={words.opening}>
        <LineField path="title" name={words.title} limit={LIMITS.title} look="title" />
        <LineField path="tagline" name={words.tagline} limit={LIMITS.tagline} look="lead" />
      </section>
      <section aria-labelledby="part-summary">
        <h2 className={styles.name} id="part-summary">
          {words.summary}
        </h2>
        <ol className={styles.summary}>
          {FIVE.map((at) => (
            <li key={at}>
              <LineField
                path={`summary.${at}`}
                name={`Line ${at + 1}`}
                limit={LIMITS.bullet}
                look="bullet"
              />
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="part-introduction">
        <h2 className={styles.name} id="part-introduction">
          {words.introduction}
        </h2>
        <ProseField path="introduction" name={words.introduction} {...prose} />
      </section>
      {THREE.map((at) => (
        <section key={at} className={styles.point} aria-label={`Key point ${at + 1}`}>
          <span className={styles.numeral} aria-hidden="true">
            {at + 1}
          </span>
          <LineField
            path={`keyPoints.${at}.title`}
            name={`Title of key point ${at + 1}`}
            limit={LIMITS.pointTitle}
            look="point"
          />
          <ProseField
            path={`keyPoints.${at}.paragraphs`}
            name={`Text of key point ${at + 1}`}
            {...prose}
          />
          <div className={styles.takeaway}>
            <h3>{words.takeawayHeading}</h3>
            <LineField
              path={`keyPoints.${at}.takeaway`}
              name={`Takeaway ${at + 1}`}
              limit={LIMITS.takeaway}
              look="takeaway"
            />
          </div>
        </section>
      ))}
      <section aria-labelledby="part-conclusion">
        <h2 className={styles.name} id="part-conclusion">
          {words.conclusion}
        </h2>
        <ProseField path="conclusion" name={words.conclusion} {...prose} />
      </section>
    </div>
  );
}
