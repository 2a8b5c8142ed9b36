import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CATEGORIES, isCategory } from '#domain/categories.ts';
import { FIGURE_RANGES, type FigureRange } from '#domain/studio/figures.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { activeAuthorsQuery } from '../../lib/author-queries.ts';
import { commandPath } from '../../lib/commands.ts';
import { Field } from '../../ui/field.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { ByDay } from './by-day.tsx';
import styles from './dashboard.module.css';
import { OfArticle } from './of-article.tsx';
import { authorsQuery, daysQuery, figuresPath, isOfAll, USUAL, type Whose } from './queries.ts';
import { Gaining, Holding, Paying, Reported } from './questions.tsx';
import { Rankings } from './rankings.tsx';
import { FiguresSkeleton } from './skeleton.tsx';
import { WaitingForYou } from './waiting-for-you.tsx';

const words = copy.dashboard;

/** Shows what waits for the editor, then the figures of the authors, category or article in the address. */
export function Dashboard() {
  const { range, whose, set } = useChoice();
  const choice = <Choice range={range} whose={whose} onChoose={set} />;
  if (whose.article) return <OfArticle range={range} id={whose.article} choice={choice} />;
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
      <WaitingForYou />
      <header className={styles.stats}>
        <div>
          <h2>{words.stats}</h2>
          <p>{words.statsNote}</p>
        </div>
        <div className={styles.choice}>{choice}</div>
      </header>
      <OfMany range={range} whose={whose} />
    </>
  );
}

interface OfManyProps {
  range: FigureRange;
  whose: Whose;
}

function OfMany({ range, whose }: OfManyProps) {
  const days = useQuery(daysQuery(range, whose));
  return (
    <QueryBoundary query={days} skeleton={<FiguresSkeleton />}>
      {(figures) => (
        <>
          <ByDay figures={figures} range={range} whose={whose} />
          <div className={styles.questions}>
            <Holding range={range} share="readOut" />
            <Holding range={range} share="heardOut" />
            <Gaining range={range} />
            <Reported range={range} />
            <Paying figures={figures} range={range} isOfAll={isOfAll(whose)} />
          </div>
          <Rankings range={range} />
        </>
      )}
    </QueryBoundary>
  );
}

type Chosen = { range?: FigureRange } & Whose;

function useChoice() {
  const [search, setSearch] = useSearchParams();
  const range = FIGURE_RANGES.find((each) => String(each) === search.get('days')) ?? USUAL;
  const category = search.get('category') ?? '';
  const whose: Whose = {
    author: search.get('author') || undefined,
    category: isCategory(category) ? category : undefined,
    article: search.get('article') || undefined,
  };
  const set = (chosen: Chosen) => {
    const { range: days, ...of } = { range, ...whose, ...chosen };
    const [, asked] = figuresPath(days, of).split('?');
    setSearch(asked ?? '', { replace: true, preventScrollReset: true });
  };
  return { range, whose, set };
}

const OF_ALL: Whose = { author: undefined, category: undefined, article: undefined };

interface ChoiceProps {
  range: FigureRange;
  whose: Whose;
  onChoose: (chosen: Chosen) => void;
}

/** How far back, and whose days are drawn. */
function Choice({ range, whose, onChoose }: ChoiceProps) {
  const authors = useQuery(authorsQuery(range)).data?.authors ?? [];
  const active = useQuery(activeAuthorsQuery).data ?? [];
  // Authors who have retired still have figures; new authors have none.
  const aliases = new Set([...active, ...authors].map(({ alias }) => alias));
  if (whose.author) aliases.add(whose.author);
  const names = [...aliases].toSorted((a, b) => a.localeCompare(b));
  const chosen = whose.author
    ? `author:${whose.author}`
    : whose.article
      ? `article:${whose.article}`
      : `category:${whose.category ?? ''}`;
  return (
    <>
      <Field label={words.show}>
        {(props) => (
          <select
            {...props}
            className={`${props.className} ${styles.whose}`}
            value={chosen}
            onChange={({ target }) => {
              const [kind, name] = target.value.split(':') as [keyof Whose, string];
              onChoose({ ...OF_ALL, [kind]: name || undefined });
            }}
          >
            <option value="category:">{words.allOfOctavo}</option>
            {whose.article && (
              <option value={`article:${whose.article}`}>{words.oneArticle}</option>
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
        {FIGURE_RANGES.map((each) => (
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
