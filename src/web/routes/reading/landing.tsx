import { CATEGORIES } from '#domain/categories.ts';
import {
  type ArticleOrAuthorCountsByCategory,
  getCountInCategory,
} from '#domain/category-counts.ts';
import type { ExampleArticle, LandingPageCoverArticle } from '#domain/page.ts';
import { formatReadingTimeSlogan } from '#domain/reading-time.ts';
import { Cover } from '#ui/cover.tsx';
import { Link } from '#ui/link.tsx';
import { NextStepSection } from '#ui/text-page/next-step-section.tsx';
import { MainStatement, PageSection } from '#ui/text-page/section.tsx';
import { TermList } from '#ui/text-page/term-list.tsx';
import { dailyFiveCopy } from '#web/copy/daily-five.ts';
import { landingCopy } from '#web/copy/landing.ts';
import { ArticleCarousel } from '#web/features/articles/article-carousel.tsx';
import { VisitorDailyFive } from '#web/features/daily-five/visitor-daily-five.tsx';
import { createExploreUrl } from '#web/features/explore/explore-filters.ts';
import { useScreenProps } from '#web/pages/use-screen-props.ts';
import styles from './landing.module.css';

/** Shows the landing page, which explains Octavo and presents some of its articles. */
export function LandingScreen() {
  const { articles, dailyFive, example, counts, readingMinutes } = useScreenProps('landing');
  return (
    <>
      <section className={styles.hero}>
        <div className={`wrap ${articles.length ? styles.withWall : ''}`}>
          <div className={styles.say}>
            <h1 className="title">{formatReadingTimeSlogan(readingMinutes)}</h1>
            <p className={styles.sub}>{landingCopy.intro}</p>
            <div className={styles.actions}>
              <GetStarted />
              <Link className="btn btn-text" to="/articles">
                {landingCopy.browse}
              </Link>
            </div>
          </div>
          {articles.length > 0 && <CoverWall articles={articles} />}
        </div>
      </section>
      <div className={`wrap ${styles.chapters}`} id="opening-end">
        <VisitorDailyFive articles={dailyFive}>
          {(detailOf) => (
            <ArticleCarousel
              title={dailyFiveCopy.title}
              articles={dailyFive}
              detailOf={detailOf}
              all={{ path: '/articles', of: landingCopy.allArticles }}
            />
          )}
        </VisitorDailyFive>
        <PageSection title={landingCopy.problem.title} isChapter>
          <MainStatement>{landingCopy.problem.claim}</MainStatement>
          <div className="prose">
            <p>{landingCopy.problem.text}</p>
          </div>
        </PageSection>
        <PageSection title={landingCopy.solution.title} isChapter>
          <MainStatement>{landingCopy.solution.claim}</MainStatement>
          <div className="prose">
            <p>{landingCopy.solution.shape}</p>
            <p>{landingCopy.solution.audio}</p>
          </div>
          {example && <ArticleExample article={example} />}
        </PageSection>
        <PageSection title={landingCopy.now.title} isChapter>
          <MainStatement>{landingCopy.now.claim}</MainStatement>
          <div className="prose">
            <p>{landingCopy.now.text}</p>
          </div>
        </PageSection>
        <PageSection title={landingCopy.not.title} isChapter>
          <div className={styles.nots}>
            <TermList terms={landingCopy.not.terms} />
          </div>
        </PageSection>
        <PageSection title={landingCopy.contents.title} isChapter>
          <Contents counts={counts} />
        </PageSection>
        <NextStepSection title={landingCopy.closing.title} text={landingCopy.closing.text}>
          <div className={styles.actions}>
            <GetStarted />
            <Link className="btn btn-text" to="/plans">
              {landingCopy.closing.plans}
            </Link>
          </div>
        </NextStepSection>
      </div>
    </>
  );
}

function GetStarted() {
  return (
    <Link className="btn btn-red btn-l" to="/auth">
      {landingCopy.getStarted}
    </Link>
  );
}

/** Number of covers that fill the columns in the largest window. */
const MAX_WALL_COVERS = 12;
const FULL_COLUMN_COVERS = 4;
/** Minimum number of covers that the columns need to fill a window. With fewer covers, the columns are centered. */
const FULL_WALL_COVERS = 9;

/** Shows covers of the newest articles: a scrolling row on a phone, three columns on a wide screen. */
function CoverWall({ articles }: { articles: readonly LandingPageCoverArticle[] }) {
  const covers = articles.slice(0, MAX_WALL_COVERS);
  // The outer columns extend above the viewport, so they need the most covers.
  const columns = [0, 2, 1].map((remainder) => covers.filter((_, at) => at % 3 === remainder));
  return (
    <div className={`${styles.wall} ${covers.length < FULL_WALL_COVERS ? styles.sparse : ''}`}>
      {columns.map((column, columnIndex) => (
        <div
          key={column[0]?.id ?? columnIndex}
          className={`${styles.column} ${column.length < FULL_COLUMN_COVERS ? styles.short : ''}`}
        >
          {column.map((article, index) => (
            <Link key={article.id} to={article.path}>
              <Cover
                image={article.image}
                sizes="(min-width: 64rem) 187px, 248px"
                eager={columnIndex === 0 && index === 0}
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

/** Explains the structure of articles with an example article: its five summary lines and its first key point. */
function ArticleExample({ article }: { article: ExampleArticle }) {
  const point = article.body.keyPoints[0]!;
  return (
    <div className={styles.leaf}>
      <div>
        <h3 className="label">{landingCopy.example.summary}</h3>
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
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes this HTML
          dangerouslySetInnerHTML={{ __html: `<p>${point.paragraphs[0]}</p>` }}
        />
        <div className={styles.takeaway}>
          <p className="label">{landingCopy.example.takeaway}</p>
          <p>{point.takeaway}</p>
        </div>
      </div>
      <p className={styles.source}>
        <span>{landingCopy.example.from(article.title, article.authorAlias)}</span>
        <Link className="link" to={article.path}>
          {landingCopy.example.read(article.readingMinutes)}
        </Link>
      </p>
    </div>
  );
}

function Contents({ counts }: { counts: ArticleOrAuthorCountsByCategory }) {
  return (
    <ul className={styles.contents}>
      {CATEGORIES.map(({ id, name }) => (
        <li key={id}>
          <Link to={createExploreUrl('/articles', { category: id })}>
            {name}{' '}
            <span>
              <Count count={getCountInCategory(counts, id)} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Count({ count }: { count: number }) {
  if (count === 0) return landingCopy.contents.none;
  return (
    <>
      {count.toLocaleString('en-US')}{' '}
      <span className="vh">{landingCopy.contents.articles(count)}</span>
    </>
  );
}
