import type { ReactNode } from 'react';
import type { Author } from '#domain/author.ts';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import { categoryPath } from '#domain/paths.ts';
import { LevelBadge } from '#ui/level-badge.tsx';
import { Link } from '#ui/link.tsx';
import { authorCopy } from '#web/copy/author.ts';
import styles from './author-profile-sections.module.css';

/** The sections of an author's profile (spec 2, "Author profile"). */
export function AuthorProfileSections({ author }: { author: Author }) {
  const { about, expertise, perspective, mission, targetAudience } = author;
  const { category, subcategory, subjects } = expertise;
  return (
    <>
      <Facet title={authorCopy.about}>
        <Prose paragraphs={about} />
      </Facet>
      <Facet title={authorCopy.expertise}>
        <p className={styles.category}>
          <Link className="link reach" to={categoryPath(category)}>
            {getCategory(category).name}
          </Link>
        </p>
        <dl>
          <dt>
            <Link className="link reach" to={categoryPath(category, subcategory)}>
              {getSubcategory(category, subcategory).name}
            </Link>
          </dt>
          <dd>{asSentence(subjects)}</dd>
        </dl>
      </Facet>
      <Facet title={authorCopy.perspective}>
        <Prose paragraphs={[perspective]} />
      </Facet>
      <Facet title={authorCopy.mission}>
        <Prose paragraphs={[mission]} />
      </Facet>
      <Facet title={authorCopy.targetAudience}>
        <p className={styles.level}>
          <LevelBadge level={targetAudience.level} />
        </p>
        <Prose paragraphs={[targetAudience.description]} />
      </Facet>
      <Facet title={authorCopy.influencedBy}>
        <Influences author={author} />
      </Facet>
    </>
  );
}

/**
 * Shows the people who influenced the persona. Each sentence names the persona as its author, so that readers do not
 * mistake it for a quote from a real person.
 */
function Influences({ author: { alias, influencedBy } }: { author: Author }) {
  return (
    <div className={styles.influences}>
      {influencedBy.map(({ name, influence }) => (
        <figure key={name}>
          <blockquote>“{influence}”</blockquote>
          <figcaption>
            {authorCopy.on(alias)}
            <b>{name}</b>
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

function Facet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.facet}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Prose({ paragraphs }: { paragraphs: readonly string[] }) {
  return (
    <div className="prose">
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

/**
 * Joins subjects into one phrase that starts with a capital letter: "the SI units", "error" → "The SI units, error".
 */
function asSentence(subjects: readonly string[]): string {
  const list = subjects.join(', ');
  return list.charAt(0).toUpperCase() + list.slice(1);
}
