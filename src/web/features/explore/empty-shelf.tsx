import { categoryOf, subcategoryOf } from '#domain/categories.ts';
import type { ArticleFilters } from '#domain/page.ts';
import { countOn, type ShelfCounts } from '#domain/shelf-counts.ts';
import { type DrawingName, EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { type Exploration, type ExploreTab, exploreAddress } from './exploration.ts';
import { inUnits } from './units.ts';

interface EmptyShelfProps {
  tab: ExploreTab;
  /** The shelf that is empty. */
  filters: Pick<Exploration, keyof ArticleFilters>;
  counts: ShelfCounts;
}

/** A shelf with nothing on it: from a subcategory the way on is its category, unless that is empty too. */
export function EmptyShelf({ tab, filters, counts }: EmptyShelfProps) {
  const { drawing, title, bare, nothing, all } = WORDS[tab];
  const { category, subcategory } = filters;
  if (!category)
    return (
      <EmptyState drawing={drawing} title={title}>
        {bare}
      </EmptyState>
    );
  const { name } = categoryOf(category);
  const around = subcategory ? countOn(counts, category) : 0;
  const more = around > 0 ? ` There is more in ${name}: ${inUnits(tab, around)}.` : '';
  const shelf = subcategory ? subcategoryOf(category, subcategory).name : name;
  return (
    <EmptyState
      drawing={drawing}
      title={title}
      actions={
        around > 0 ? (
          <Link className="btn btn-line" to={exploreAddress(tab, { category })}>
            See the whole category
          </Link>
        ) : (
          <Link className="btn btn-line" to={tab}>
            {all}
          </Link>
        )
      }
    >
      {`${nothing} ${shelf} yet.${more}`}
    </EmptyState>
  );
}

interface Words {
  drawing: DrawingName;
  title: string;
  /** Where there is nothing anywhere. */
  bare: string;
  nothing: string;
  all: string;
}

const WORDS: Readonly<Record<ExploreTab, Words>> = {
  '/articles': {
    drawing: 'shelf',
    title: 'No articles found',
    bare: 'The shelves are empty for now.',
    nothing: 'Nothing stands in',
    all: 'See all articles',
  },
  '/authors': {
    drawing: 'portrait',
    title: 'No authors found',
    bare: 'Nobody has moved in yet. The first authors arrive with the first articles.',
    nothing: 'Nobody writes about',
    all: 'See all authors',
  },
};
