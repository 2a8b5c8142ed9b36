import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type {
  AuthorCadence,
  cadencePageSchema,
  gapFillResultSchema,
} from '#domain/studio/cadence.ts';
import { Link } from '#ui/link.tsx';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { useRefetchAiQueries, useRefetchDuringAiRequests } from '../../lib/ai-requests.ts';
import { formatRelativeTime } from '../../lib/date-format.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { AiWriterStatusLine } from '../../ui/ai-writer-status-line.tsx';
import { Button } from '../../ui/button.tsx';
import { showNoticeWithLink } from '../../ui/notices.ts';
import { ShowMoreButton } from '../../ui/paged-list.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import styles from './cadence.module.css';
import { FillCadenceGapsDialog } from './fill-cadence-gaps-dialog.tsx';

const words = copy.cadence;

type CadenceData = z.infer<typeof cadencePageSchema>;
type GapFillResult = z.infer<typeof gapFillResultSchema>;

/**
 * Shows which authors meet the goal of two published articles a week. Offers to request articles and ideas for the
 * authors who do not.
 */
export function CadenceScreen() {
  const query = useInfiniteQuery({
    queryKey: ['cadence', 'authors'],
    queryFn: ({ pageParam, signal }) =>
      studioApi.get<CadenceData>('/cadence', { nextToken: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextToken }) => nextToken,
  });
  const { data, error, refetch } = query;
  const firstPage = data?.pages[0];
  useRefetchDuringAiRequests('cadence');
  const refresh = useRefetchAiQueries();
  const [isConfirming, setConfirming] = useState(false);
  const fill = useMutation({
    mutationFn: () => studioApi.post<GapFillResult>('/cadence/fill', { thenReview: true }),
    onSuccess: ({ requests, notes }) => {
      setConfirming(false);
      if (!requests.length)
        return showToast({ kind: 'info', text: [words.nothingSent, ...notes].join(' ') });
      showNoticeWithLink({
        text: [words.sent(requests.length), ...notes].join(' '),
        link: { to: '/requests', name: words.seeRequests },
      });
    },
    onSettled: refresh,
  });
  const gap = firstPage?.gap ?? 0;
  return (
    <>
      <ScreenHeader
        title={words.title}
        actions={
          <Button
            className="btn btn-red"
            disabledReason={
              firstPage ? !gap && words.noGapWhy : error !== null && copy.common.notLoaded
            }
            isBusy={!firstPage || fill.isPending}
            onClick={() => setConfirming(true)}
          >
            {gap ? words.fill(gap) : firstPage ? words.noGap : words.fillLoading}
          </Button>
        }
      >
        {firstPage ? words.note(firstPage.aim) : words.noteLoading}
      </ScreenHeader>
      <FillCadenceGapsDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        isBusy={fill.isPending}
        onFill={() => fill.mutate()}
      />
      <AiWriterStatusLine />
      <QueryContent query={{ data, error, refetch }}>
        {({ pages }) => (
          <div className={styles.scroll}>
            <CadenceTable pages={pages} />
            <ShowMoreButton query={query}>{words.moreAuthors}</ShowMoreButton>
          </div>
        )}
      </QueryContent>
    </>
  );
}

function CadenceTable({ pages }: { pages: readonly CadenceData[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{words.author}</th>
          <th scope="col">{words.thisWeek}</th>
          <th scope="col">{words.fourWeeks}</th>
          <th scope="col">{words.inProgress}</th>
          <th scope="col">{words.ideasColumn}</th>
          <th scope="col">{words.last}</th>
          <th scope="col">{words.gap}</th>
        </tr>
      </thead>
      <tbody>
        {pages.flatMap(({ authors, aim }) =>
          authors.map((author) => <CadenceRow key={author.authorId} author={author} aim={aim} />),
        )}
      </tbody>
    </table>
  );
}

function CadenceRow({ author, aim }: { author: AuthorCadence; aim: number }) {
  const { authorId, alias, publishedInWeek, publishedInMonth, articlesUnderWay } = author;
  const { ideasPending, ideasGenerating, ideasAwaited, lastPublishedAt, gap } = author;
  return (
    <tr>
      <th scope="row">
        <Link className="link" to={`/authors/${authorId}`}>
          {alias}
        </Link>
      </th>
      <td>
        <meter min={0} max={aim} value={Math.min(publishedInWeek, aim)} aria-hidden="true" />{' '}
        <span>{words.ofAim(publishedInWeek, aim)}</span>
      </td>
      <td data-of={words.inFourWeeks}>{publishedInMonth}</td>
      <td data-of={words.underWay}>{articlesUnderWay || ''}</td>
      <td data-of="ideas">
        {[
          ideasPending && words.pending(ideasPending),
          ideasGenerating && words.beingWritten(ideasGenerating),
          ideasAwaited && words.askedFor(ideasAwaited),
        ]
          .filter(Boolean)
          .join(', ')}
      </td>
      <td data-of="last">{lastPublishedAt ? formatRelativeTime(lastPublishedAt) : words.never}</td>
      <td className={gap ? styles.gap : undefined}>{gap || ''}</td>
    </tr>
  );
}
