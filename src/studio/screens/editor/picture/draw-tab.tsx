import { useInfiniteQuery } from '@tanstack/react-query';
import type { CategoryId } from '#domain/categories.ts';
import { Cover } from '#ui/cover.tsx';
import { copy } from '../../../copy.ts';
import { ShowMore } from '../../../ui/paged-list.tsx';
import { QueryBoundary } from '../../../ui/query-boundary.tsx';
import { drawingsQuery } from './calls.ts';
import type { Candidate } from './candidate.ts';
import styles from './picture.module.css';
import { PictureGrid } from './picture-grid.tsx';

const words = copy.picture;

interface DrawTabProps {
  id: string;
  category: CategoryId;
  candidate: Candidate | undefined;
  onLook: (candidate: Candidate) => void;
}

/** Drawings of Octavo's: as many as somebody wants to see. */
export function DrawTab({ id, category, candidate, onLook }: DrawTabProps) {
  const query = useInfiniteQuery(drawingsQuery(id, category));
  const chosen = candidate?.kind === 'drawing' ? String(candidate.drawing.variant) : undefined;
  return (
    <QueryBoundary query={query} lines={4}>
      {({ pages }) => (
        <>
          <PictureGrid
            label={words.drawings}
            name="drawing"
            items={pages.flatMap(({ drawings }) => drawings)}
            keyOf={({ variant }) => String(variant)}
            wordsOf={({ image }) => image.alt}
            chosen={chosen}
            onChoose={(drawing) => onLook({ kind: 'drawing', drawing })}
          >
            {({ image }) => <Cover image={image} sizes="140px" />}
          </PictureGrid>
          <ShowMore query={query} className={styles.more}>
            {query.isFetchingNextPage ? 'Drawing' : words.drawOthers}
          </ShowMore>
        </>
      )}
    </QueryBoundary>
  );
}
