import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CATEGORIES, isCategory } from '#domain/categories.ts';
import { FIGURE_RANGES, type FigureRange } from '#domain/studio/figures.ts';
import { Field } from '../../ui/field.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { ByDay } from './by-day.tsx';
import styles from './dashboard.module.css';
import { authorsQuery, daysQuery, type Whose } from './queries.ts';
import { Gaining, Heard, Paying, Reported } from './questions.tsx';
import { Rankings } from './rankings.tsx';

/** What readers do, and the questions an editor has of it. What is chosen stands in the address. */
export function Dashboard() {
  const { range, whose, set } = useChoice();
  const days = useQuery(daysQuery(range, whose));
  return (
    <>
      <ScreenHead title="Dashboard" actions={<Choice range={range} whose={whose} onChoose={set} />}>
        Figures are at most a minute old, and today is not over.
      </ScreenHead>
      <Waiting query={days} lines={9}>
        {(figures) => (
          <>
            <ByDay figures={figures} range={range} whose={whose} />
            <div className={styles.questions}>
              <Heard range={range} />
              <Gaining range={range} />
              <Reported range={range} />
              <Paying figures={figures} range={range} isOfAll={!whose.author && !whose.category} />
            </div>
            <Rankings range={range} />
          </>
        )}
      </Waiting>
    </>
  );
}

/** Days that are looked at unless others are chosen. */
const USUAL: FigureRange = 28;

type Chosen = { range?: FigureRange } & Whose;

function useChoice() {
  const [search, setSearch] = useSearchParams();
  const range = FIGURE_RANGES.find((each) => String(each) === search.get('days')) ?? USUAL;
  const category = search.get('category') ?? '';
  const whose: Whose = {
    author: search.get('author') || undefined,
    category: isCategory(category) ? category : undefined,
  };
  const set = (chosen: Chosen) => {
    const next = { range, ...whose, ...chosen };
    const asked = new URLSearchParams();
    if (next.range !== USUAL) asked.set('days', String(next.range));
    if (next.author) asked.set('author', next.author);
    if (next.category) asked.set('category', next.category);
    setSearch(asked, { replace: true, preventScrollReset: true });
  };
  return { range, whose, set };
}

interface ChoiceProps {
  range: FigureRange;
  whose: Whose;
  onChoose: (chosen: Chosen) => void;
}

/** How far back, and whose days are drawn. */
function Choice({ range, whose, onChoose }: ChoiceProps) {
  const authors = useQuery(authorsQuery(range)).data?.authors ?? [];
  const names = authors.map(({ alias }) => alias).toSorted((a, b) => a.localeCompare(b));
  const chosen = whose.author ? `author:${whose.author}` : `category:${whose.category ?? ''}`;
  return (
    <>
      <Field label="Of">
        {(props) => (
          <select
            {...props}
            className={`${props.className} ${styles.whose}`}
            value={chosen}
            onChange={({ target }) => {
              const [kind, name] = target.value.split(':') as ['author' | 'category', string];
              onChoose({ author: undefined, category: undefined, [kind]: name || undefined });
            }}
          >
            <option value="category:">All of Octavo</option>
            <optgroup label="Categories">
              {CATEGORIES.map(({ id, name }) => (
                <option key={id} value={`category:${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
            <optgroup label="Authors">
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
        <legend>Days</legend>
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
