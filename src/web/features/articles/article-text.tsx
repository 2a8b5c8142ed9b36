import { Fragment, type ReactNode } from 'react';
import type { Article, ArticleBody, KeyPoint } from '#domain/article.ts';
import { CONTACT_EMAIL } from '#domain/contact-address.ts';
import { Link } from '#ui/link.tsx';
import { articleCopy } from '#web/copy/article.ts';
import { formatUtcDate } from '#web/lib/dates.ts';
import styles from './article-text.module.css';
import { Paragraphs } from './paragraphs.tsx';

interface ArticleTextProps {
  article: Article;
  /** Renders content below a key point. The argument is the key point's number, counted from 1. */
  afterPoint?: (point: number) => ReactNode;
  /** The button below the disclaimer, such as a button to report the article. */
  disclaimerAction?: ReactNode;
}

/**
 * An article's text in its fixed structure (spec 1): five summary lines, introduction, three key points, conclusion.
 * Each narrated element has a `data-anchor` attribute. The narration's timings refer to the element by this attribute.
 * The key points have IDs from `READING_SECTIONS`, so that links can lead to the part at which a reader stopped.
 */
export function ArticleText({ article, afterPoint, disclaimerAction }: ArticleTextProps) {
  const { summary, introduction, keyPoints, conclusion } = article.body;
  return (
    <div className={`reading ${styles.text}`} id="opening-end">
      <SummaryLines lines={summary} />
      <div className={`prose ${styles.introduction}`}>
        <Paragraphs html={introduction} anchor="introduction" />
      </div>
      {keyPoints.map((point, index) => (
        <Fragment key={point.title}>
          <KeyPointSection index={index} point={point} />
          {afterPoint?.(index + 1)}
        </Fragment>
      ))}
      <section className={`prose ${styles.conclusion}`}>
        <h2 className="vh">{articleCopy.conclusion}</h2>
        <Paragraphs html={conclusion} anchor="conclusion" />
      </section>
      <Sources sources={article.body.sources} />
      <Disclaimer article={article} action={disclaimerAction} />
    </div>
  );
}

function SummaryLines({ lines }: { lines: ArticleBody['summary'] }) {
  return (
    <section className={styles.summary}>
      <h2 className="label">{articleCopy.summary}</h2>
      <ul data-summary="">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function KeyPointSection({ index, point }: { index: number; point: KeyPoint }) {
  const anchor = `keyPoints.${index}`;
  return (
    <section className={styles.point}>
      <span className={`numeral ${styles.number}`} aria-hidden="true">
        {index + 1}
      </span>
      <h2 id={`point-${index + 1}`} data-anchor={`${anchor}.title`}>
        {point.title}
      </h2>
      <div className="prose">
        <Paragraphs html={point.paragraphs} anchor={`${anchor}.paragraphs`} />
      </div>
      <div className={styles.takeaway}>
        <h3 className="label">{articleCopy.takeaway}</h3>
        <p data-anchor={`${anchor}.takeaway`}>{point.takeaway}</p>
      </div>
    </section>
  );
}

/** The list of an article's sources. It is collapsed at first. */
function Sources({ sources }: Pick<ArticleBody, 'sources'>) {
  return (
    sources && (
      <details className={styles.sources}>
        <summary className="label">{articleCopy.sources}</summary>
        <ol data-sources="">
          {sources.map(({ cite, url }) => (
            <li key={cite}>
              {url ? (
                <a className="link" href={url}>
                  {cite}
                </a>
              ) : (
                cite
              )}
            </li>
          ))}
        </ol>
      </details>
    )
  );
}

interface DisclaimerProps {
  article: Article;
  action: ReactNode;
}

function Disclaimer({ article, action }: DisclaimerProps) {
  const { authorAlias, path, title, updatedAt, body } = article;
  const subject = encodeURIComponent(articleCopy.subject(title));
  return (
    <div className={styles.disclaimer}>
      <p>
        {articleCopy.written(
          authorAlias,
          body.readByPersonOn && formatUtcDate(body.readByPersonOn),
        )}
        <time dateTime={updatedAt}>{formatUtcDate(updatedAt)}</time>.
      </p>
      {body.corrections?.map(({ on, what }) => (
        <p key={what}>
          {articleCopy.corrected}
          <time dateTime={on}>{formatUtcDate(on)}</time>: {what}
        </p>
      ))}
      <p>
        {articleCopy.email}
        <a className="link" href={`mailto:${CONTACT_EMAIL}?subject=${subject}`}>
          {CONTACT_EMAIL}
        </a>
        {articleCopy.or}
        <Link className="link" to={`/contact?${new URLSearchParams({ article: path })}`}>
          {articleCopy.contactPage}
        </Link>
        .
      </p>
      {action}
    </div>
  );
}
