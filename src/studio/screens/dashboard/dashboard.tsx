import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CATEGORIES, isCategoryId } from '#domain/categories.ts';
import { FIGURE_RANGE_LENGTHS_IN_DAYS, type FigureRange } from '#domain/studio/figures.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { useSearchableActiveAuthors } from '../../lib/author-queries.ts';
import { commandPath } from '../../lib/commands.ts';
import { useChangeSearchParams } from '../../lib/use-change-search-params.ts';
import { AuthorSearchField } from '../../ui/author-search-field.tsx';
import { Field } from '../../ui/field.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { ArticleDashboard } from './article-dashboard.tsx';
import styles from './dashboard.module.css';
import { FigureTables } from './figure-tables.tsx';
import { FiguresByDay } from './figures-by-day.tsx';
import { OpenQueues } from './open-queues.tsx';
import {
  authorFiguresQuery,
  DEFAULT_FIGURE_RANGE,
  dailyFiguresQuery,
  type FigureScope,
  includesAllArticles,
} from './queries.ts';
import {
  CompletionRanking,
  NewFollowerRanking,
  ReportRanking,
  SubscriptionFigures,
} from './short-rankings.tsx';
import { FiguresSkeleton } from './skeleton.tsx';

const words = copy.dashboard;

/**
 * Shows the queues of items that are waiting for an editor. Below them, shows counts of reads, listens and other
 * events. The URL contains the selected number of days, and the selected author, category or article.
 */
export function Dashboard() {
  const { range, scope, changeChoice } = useDashboardChoice();
  const controls = <ScopeControls range={range} scope={scope} onChoose={changeChoice} />;
  if (scope.article)
    return <ArticleDashboard range={range} id={scope.article} controls={controls} />;
  return (
    <>
      <ScreenHeader
        title={words.title}
        actions={
          <Link className="btn btn-red" to={commandPath('/articles', 'begin')}>
            {words.startArticle}
          </Link>
        }
      />
      <OpenQueues />
      <header className={styles.stats}>
        <div>
          <h2>{words.stats}</h2>
          <p>{words.statsNote}</p>
        </div>
        <div className={styles.choice}>{controls}</div>
      </header>
      <OverallFigures range={range} scope={scope} />
    </>
  );
}

interface OverallFiguresProps {
  range: FigureRange;
  scope: FigureScope;
}

function OverallFigures({ range, scope }: OverallFiguresProps) {
  const days = useQuery(dailyFiguresQuery(range, scope));
  return (
    <QueryContent query={days} skeleton={<FiguresSkeleton />}>
      {(figures) => (
        <>
          <FiguresByDay figures={figures} range={range} scope={scope} />
          <div className={styles.questions}>
            <CompletionRanking range={range} share="readOut" />
            <CompletionRanking range={range} share="heardOut" />
            <NewFollowerRanking range={range} />
            <ReportRanking range={range} />
            <SubscriptionFigures
              figures={figures}
              range={range}
              isOfAll={includesAllArticles(scope)}
            />
          </div>
          <FigureTables range={range} />
        </>
      )}
    </QueryContent>
  );
}

type DashboardChoice = { range?: FigureRange } & FigureScope;

function useDashboardChoice() {
  const [search] = useSearchParams();
  const changeSearchParams = useChangeSearchParams();
  const range =
    FIGURE_RANGE_LENGTHS_IN_DAYS.find((each) => String(each) === search.get('days')) ??
    DEFAULT_FIGURE_RANGE;
  const category = search.get('category') ?? '';
  const scope: FigureScope = {
    author: search.get('author') || undefined,
    category: isCategoryId(category) ? category : undefined,
    article: search.get('article') || undefined,
  };
  const changeChoice = ({ range: days, ...newScope }: DashboardChoice) => {
    const changes = Object.entries(newScope).map(([name, value]) => [name, value ?? '']);
    if (days) changes.push(['days', days === DEFAULT_FIGURE_RANGE ? '' : String(days)]);
    changeSearchParams(Object.fromEntries(changes), { replace: true, preventScrollReset: true });
  };
  return { range, scope, changeChoice };
}

const ALL_ARTICLES: FigureScope = { author: undefined, category: undefined, article: undefined };

interface ScopeControlsProps {
  range: FigureRange;
  scope: FigureScope;
  onChoose: (choice: DashboardChoice) => void;
}

/** Shows the fields that select the number of days, and an author or category. */
function ScopeControls({ range, scope, onChoose }: ScopeControlsProps) {
  const { data } = useInfiniteQuery(authorFiguresQuery(range, 'read'));
  const authors = data?.pages.flatMap((page) => page.authors) ?? [];
  const { authors: activeAuthors = [], search } = useSearchableActiveAuthors();
  // The choices are all active authors plus the authors with loaded figures, some of whom may be retired. If there are
  // too many active authors to list, the choices are only the authors who match the search.
  const aliases = new Set([...activeAuthors, ...(search ? [] : authors)].map(({ alias }) => alias));
  if (scope.author) aliases.add(scope.author);
  const names = [...aliases].toSorted((a, b) => a.localeCompare(b));
  const selectedValue = scope.author
    ? `author:${scope.author}`
    : scope.article
      ? `article:${scope.article}`
      : `category:${scope.category ?? ''}`;
  return (
    <>
      <AuthorSearchField search={search} />
      <Field label={words.show}>
        {(props) => (
          <select
            {...props}
            className={`${props.className} ${styles.scope}`}
            value={selectedValue}
            onChange={({ target }) => {
              const [kind, name] = target.value.split(':') as [keyof FigureScope, string];
              onChoose({ ...ALL_ARTICLES, [kind]: name || undefined });
            }}
          >
            <option value="category:">{words.allOfOctavo}</option>
            {scope.article && (
              <option value={`article:${scope.article}`}>{words.oneArticle}</option>
            )}
            <optgroup label={words.categories}>
              {CATEGORIES.map(({ id, name }) => (
                <option key={id} value={`category:${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
            <optgroup label={words.authors}>
              {names.map((name) => (
                <option key={name} value={`author:${name}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          </select>
        )}
      </Field>
      <fieldset className={styles.ranges}>
        <legend>{words.days}</legend>
        {FIGURE_RANGE_LENGTHS_IN_DAYS.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="range"
              checked={each === range}
              onChange={() => onChoose({ range: each })}
            />
            <span>{each}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
