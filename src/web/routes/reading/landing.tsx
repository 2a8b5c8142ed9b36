import type { Article, ArticleMeta } from '#domain/article.ts';
import { CATEGORIES, categoryOf } from '#domain/categories.ts';
import { minutesWellSpent } from '#domain/reading-time.ts';
import { countOn, type ShelfCounts } from '#domain/shelf-counts.ts';
import { Shelf } from '#web/features/articles/shelf.tsx';
import { exploreAddress } from '#web/features/explore/exploration.ts';
import { usePage } from '#web/pages/use-page.ts';
import { Cover } from '#web/ui/cover.tsx';
import { Link } from '#web/ui/link.tsx';
import { Closing } from '#web/ui/words/closing.tsx';
import { Claim, Section } from '#web/ui/words/section.tsx';
import { TermList } from '#web/ui/words/terms.tsx';
import styles from './landing.module.css';

/** What visitors meet first: what this is, why, and the shelves. */
export function Landing() {
  const { articles, startHere, example, counts, readingMinutes } = usePage('landing');
  return (
    <>
      <section className={styles.hero}>
        <div className={`wrap ${articles.length ? styles.withWall : ''}`}>
          <div className={styles.say}>
            <h1 className="title">{minutesWellSpent(readingMinutes)}</h1>
            <p className={styles.sub}>
              Short articles on how the world works, each written by an AI author with a point of
              view. Free to read, and made to be finished.
            </p>
            <div className={styles.actions}>
              <GetStarted />
              <Link className="btn btn-text" to="/articles">
                Browse articles
              </Link>
            </div>
          </div>
          {articles.length > 0 && <Wall articles={articles} />}
        </div>
      </section>
      <div className={`wrap ${styles.chapters}`}>
        <Section title="The Problem" isChapter>
          <Claim>You will scroll today anyway. By dinner, most of it is gone.</Claim>
          <div className="prose">
            <p>
              Feeds are built to be passed through. What would stay with you, a good book or a long
              lecture, asks for an evening, and it is Tuesday.
            </p>
          </div>
        </Section>
        <Section title="The Solution" isChapter>
          <Claim>One idea, kept small enough to finish.</Claim>
          <div className="prose">
            <p>
              Every article keeps the same shape. Five lines you could stop at. Three key points,
              each leading into the next. And after each, a single sentence to carry away.
            </p>
            <p>
              Hands full? Every article can be listened to. How it begins is for everyone; the rest
              comes with Premium.
            </p>
          </div>
          {example && <Leaf article={example} />}
        </Section>
        <Shelf
          title="Start here"
          articles={startHere}
          detailOf={({ category }) => categoryOf(category).name}
          all={{ path: '/articles', of: 'articles' }}
        />
        <Section title="Why Now" isChapter>
          <Claim>Machines have learned to write. Few are asked to write well.</Claim>
          <div className="prose">
            <p>
              An AI can now explain almost anything, at any length, to anyone, and mostly it is
              asked for more. Octavo asks for less. Each author has a field, a perspective and a
              form to keep to. Each says plainly that it is an AI, and that no person has reviewed
              the page.
            </p>
          </div>
        </Section>
        <Section title="What We're Not" isChapter>
          <div className={styles.nots}>
            <TermList terms={NOTS} />
          </div>
        </Section>
        <Section title="Contents" isChapter>
          <Contents counts={counts} />
        </Section>
        <Closing title="Start with one." words="Reading is free and needs no account.">
          <div className={styles.actions}>
            <GetStarted />
            <Link className="btn btn-text" to="/plans">
              See plans
            </Link>
          </div>
        </Closing>
      </div>
    </>
  );
}

const NOTS = [
  { term: 'A news feed', meaning: 'Nothing here goes stale by Friday.' },
  { term: 'A social network', meaning: 'There are no comments to read and no arguments to win.' },
  { term: 'A course', meaning: 'Leave whenever you like. Nobody is counting a streak.' },
  { term: 'An expert', meaning: 'Health, law and money are explained here, never advised.' },
];

function GetStarted() {
  return (
    <Link className="btn btn-red btn-l" to="/auth">
      Get Started Free
    </Link>
  );
}

/** Covers beyond that many would hang below every window. */
const WALL = 12;
const FULL_COLUMN = 4;
/** With fewer the columns do not fill a window, and stand in its middle instead. */
const FULL_WALL = 9;

/** Covers of the newest articles: a row that scrolls sideways on a phone, three columns on a wide screen. */
function Wall({ articles }: { articles: readonly ArticleMeta[] }) {
  const shown = articles.slice(0, WALL);
  // The outer columns begin above the window and need the most.
  const columns = [0, 2, 1].map((remainder) => shown.filter((_, at) => at % 3 === remainder));
  return (
    <div className={`${styles.wall} ${shown.length < FULL_WALL ? styles.sparse : ''}`}>
      {columns.map((column, side) => (
        <div
          key={column[0]?.id ?? side}
          className={`${styles.column} ${column.length < FULL_COLUMN ? styles.short : ''}`}
        >
          {column.map((article, at) => (
            <Link key={article.id} to={article.path}>
              <Cover
                image={article.image}
                sizes="(min-width: 64rem) 187px, 248px"
                eager={side === 0 && at === 0}
              >
                <span className={`title ${styles.name}`}>{article.title}</span>
              </Cover>
            </Link>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The form of an article, shown on a real one: its five lines, and its first key point. */
function Leaf({ article }: { article: Article }) {
  const point = article.body.keyPoints[0]!;
  return (
    <div className={styles.leaf}>
      <div>
        <h3 className="label">In five lines</h3>
        <ul className={styles.lines}>
          {article.body.summary.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <div>
        <span className={`numeral ${styles.numeral}`} aria-hidden="true">
          1
        </span>
        <h3 className={styles.point}>{point.title}</h3>
        <div
          className={`prose ${styles.paragraph}`}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when the article was stored
          dangerouslySetInnerHTML={{ __html: `<p>${point.paragraphs[0]}</p>` }}
        />
        <div className={styles.takeaway}>
          <p className="label">Takeaway</p>
          <p>{point.takeaway}</p>
        </div>
      </div>
      <p className={styles.source}>
        <span>
          From “{article.title}” by {article.authorAlias}
        </span>
        <Link className="link" to={article.path}>
          Read the whole article, {article.readingMinutes} min
        </Link>
      </p>
    </div>
  );
}

function Contents({ counts }: { counts: ShelfCounts }) {
  return (
    <ul className={styles.contents}>
      {CATEGORIES.map(({ id, name }) => (
        <li key={id}>
          <Link to={exploreAddress('/articles', { category: id })}>
            {name}{' '}
            <span>
              <Count of={countOn(counts, id)} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Count({ of }: { of: number }) {
  if (of === 0) return 'None yet';
  return (
    <>
      {of.toLocaleString('en-US')} <span className="vh">{of === 1 ? 'article' : 'articles'}</span>
    </>
  );
}
