import { useInfiniteQuery } from '@tanstack/react-query';
import type { CategoryId } from '#domain/categories.ts';
import { Cover } from '#ui/cover.tsx';
import { copy } from '../../../copy.ts';
import { ShowMoreButton } from '../../../ui/paged-list.tsx';
import { QueryContent } from '../../../ui/query-content.tsx';
import styles from './picture.module.css';
import { drawingsQuery } from './picture-api.ts';
import type { PictureCandidate } from './picture-candidate.ts';
import { PictureGrid } from './picture-grid.tsx';

const words = copy.picture;

interface DrawingTabProps {
  id: string;
  category: CategoryId;
  candidate: PictureCandidate | undefined;
  onPreview: (candidate: PictureCandidate) => void;
}

/** Shows generated drawings to choose from, page by page. */
export function DrawingTab({ id, category, candidate, onPreview }: DrawingTabProps) {
  const query = useInfiniteQuery(drawingsQuery(id, category));
  const chosen = candidate?.kind === 'drawing' ? String(candidate.drawing.variant) : undefined;
  return (
    <QueryContent query={query} lines={4}>
      {({ pages }) => (
        <>
          <PictureGrid
            label={words.drawings}
            name="drawing"
            items={pages.flatMap(({ drawings }) => drawings)}
            getKey={({ variant }) => String(variant)}
            getDescription={({ image }) => image.alt}
            chosen={chosen}
            onChoose={(drawing) => onPreview({ kind: 'drawing', drawing })}
          >
            {({ image }) => <Cover image={image} sizes="140px" />}
          </PictureGrid>
          <ShowMoreButton query={query} className={styles.more}>
            {query.isFetchingNextPage ? 'Drawing' : words.drawOthers}
          </ShowMoreButton>
        </>
      )}
    </QueryContent>
  );
}
