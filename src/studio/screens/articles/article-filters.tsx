import { CATEGORIES } from '#domain/categories.ts';
import { ARTICLE_STATE_MACHINE } from '#domain/statuses/article-states.ts';
import { copy } from '../../copy.ts';
import { Icon } from '../../ui/icons.tsx';
import styles from './article-list.module.css';
import { ARTICLE_FLAG_FILTERS, ARTICLE_STATUSES } from './article-rows.ts';
import {
  parseArticleSorting,
  type useArticleFilterAndSorting,
} from './use-article-filter-and-sorting.ts';

const words = copy.articles;

type ListState = ReturnType<typeof useArticleFilterAndSorting>;

interface ArticleFilterControlsProps {
  list: ListState;
  authors: readonly string[];
  /** True to also show the field for the sort order. */
  showsSortField: boolean;
}

/** Shows the search field, and the fields for author, category and sort order. */
export function ArticleFilterControls({
  list,
  authors,
  showsSortField,
}: ArticleFilterControlsProps) {
  const { filter, typed, type, sorting, sort, narrow } = list;
  return (
    <div className={styles.filters}>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          type="search"
          aria-label={words.filterLabel}
          placeholder={words.filter}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
      </div>
      <select
        aria-label={words.author}
        value={filter.author}
        onChange={({ target }) => narrow({ author: target.value })}
      >
        <option value="">{words.allAuthors}</option>
        {authors.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <select
        aria-label={words.category}
        value={filter.category}
        onChange={({ target }) => narrow({ category: target.value })}
      >
        <option value="">{words.allCategories}</option>
        {CATEGORIES.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {showsSortField && (
        <select
          className={styles.sorting}
          aria-label={words.sortBy}
          value={`${sorting.desc ? '-' : ''}${sorting.id}`}
          onChange={({ target }) => sort(parseArticleSorting(target.value))}
        >
          {Object.entries(SORT_OPTIONS).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

interface StatusFilterProps {
  list: ListState;
  /** Number of articles that match all filters except the status filter. */
  total: number;
  /** Number of articles that match all filters except the status filter, by status or flag. */
  counts: ReadonlyMap<string, number>;
}

/** Shows buttons that filter the list by status or flag. Each button shows the number of matching articles. */
export function StatusFilter({ list: { filter, narrow }, total, counts }: StatusFilterProps) {
  const { status } = filter;
  return (
    <fieldset className={styles.tabs}>
      <legend className="vh">{words.status}</legend>
      <StatusButton
        name={words.all}
        count={total}
        isSelected={!status}
        onClick={() => narrow({ status: '' })}
      />
      {ARTICLE_STATUSES.map((each) => (
        <StatusButton
          key={each}
          name={ARTICLE_STATE_MACHINE.states[each].label}
          count={counts.get(each) ?? 0}
          isSelected={status === each}
          onClick={() => narrow({ status: each })}
        />
      ))}
      {Object.entries(ARTICLE_FLAG_FILTERS).map(
        ([each, { label }]) =>
          (counts.has(each) || status === each) && (
            <StatusButton
              key={each}
              name={label}
              count={counts.get(each) ?? 0}
              isSelected={status === each}
              onClick={() => narrow({ status: each })}
            />
          ),
      )}
    </fieldset>
  );
}

/** Sort orders that a select field offers on phones, because cards have no column headers. */
const SORT_OPTIONS: Readonly<Record<string, string>> = {
  '-savedAt': words.bySaved,
  '-publishedAt': words.byPublished,
  title: words.byTitle,
  author: words.byAuthor,
  status: words.byStatus,
  category: words.byCategory,
  '-minutes': words.byLength,
};

interface StatusButtonProps {
  name: string;
  count: number;
  isSelected: boolean;
  onClick: () => void;
}

function StatusButton({ name, count, isSelected, onClick }: StatusButtonProps) {
  return (
    <button type="button" aria-pressed={isSelected} onClick={onClick}>
      {name} <span>{COUNT_FORMAT.format(count)}</span>
    </button>
  );
}

const COUNT_FORMAT = new Intl.NumberFormat('en-US');
