import type { ReactNode } from 'react';
import type { Author } from '#domain/author.ts';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import { categoryPath } from '#domain/paths.ts';
import { LevelBadge } from '#ui/level-badge.tsx';
import { Link } from '#ui/link.tsx';
import { authorCopy } from '#web/copy/author.ts';
import styles from './author-profile-sections.module.css';

/** The text sections on an author's profile (spec 2, "Author profile"). */
export function AuthorProfileSections({ author }: { author: Author }) {
  const { about, expertise, perspective, mission, targetAudience } = author;
  const { category, subcategory, subjects } = expertise;
  return (
    <>
      <ProfileSection title={authorCopy.about}>
        <Prose paragraphs={about} />
      </ProfileSection>
      <ProfileSection title={authorCopy.expertise}>
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
          <dd>{joinSubjects(subjects)}</dd>
        </dl>
      </ProfileSection>
      <ProfileSection title={authorCopy.perspective}>
        <Prose paragraphs={[perspective]} />
      </ProfileSection>
      <ProfileSection title={authorCopy.mission}>
        <Prose paragraphs={[mission]} />
      </ProfileSection>
      <ProfileSection title={authorCopy.targetAudience}>
        <p className={styles.level}>
          <LevelBadge level={targetAudience.level} />
        </p>
        <Prose paragraphs={[targetAudience.description]} />
      </ProfileSection>
      <ProfileSection title={authorCopy.influencedBy}>
        <Influences author={author} />
      </ProfileSection>
    </>
  );
}

/**
 * Shows the people who have influenced the author, with a sentence about each. The author is an AI persona. Each
 * sentence is attributed to this persona, so that readers do not mistake it for a quote from the real person.
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

function ProfileSection({ title, children }: { title: string; children: ReactNode }) {
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

/** Joins subjects with commas, and capitalizes the first letter: "the SI units", "error" → "The SI units, error". */
function joinSubjects(subjects: readonly string[]): string {
  const joined = subjects.join(', ');
  return joined.charAt(0).toUpperCase() + joined.slice(1);
}
