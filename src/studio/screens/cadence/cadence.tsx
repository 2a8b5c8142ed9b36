import { useMutation, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AuthorCadence, cadenceSchema, filledSchema } from '#domain/studio/cadence.ts';
import { Link } from '#web/ui/link.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { studio } from '../../lib/queries.ts';
import { agoOf } from '../../lib/times.ts';
import { useFollowed, useRefreshWriting } from '../../lib/writing.ts';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { WritingLine } from '../../ui/writing-line.tsx';
import styles from './cadence.module.css';

type CadenceData = z.infer<typeof cadenceSchema>;
type Filled = z.infer<typeof filledSchema>;

/** Who keeps to two articles a week, who is behind, and one button that mends it. */
export function Cadence() {
  const query = useQuery({
    queryKey: ['cadence'],
    queryFn: ({ signal }) => studio.get<CadenceData>('/cadence', {}, signal),
  });
  useFollowed('cadence');
  const refresh = useRefreshWriting();
  const fill = useMutation({
    mutationFn: () => studio.post<Filled>('/cadence/fill', { thenReview: true }),
    onSuccess: ({ requests, notes }) => {
      const asked = requests.length
        ? `Asked for what is missing, with ${requests.length === 1 ? 'one request' : `${requests.length} requests`}.`
        : 'There was nothing to ask for.';
      showToast({ kind: requests.length ? 'success' : 'info', text: [asked, ...notes].join(' ') });
    },
    onSettled: refresh,
  });
  const gap = query.data?.authors.reduce((sum, each) => sum + each.gap, 0) ?? 0;
  return (
    <>
      <ScreenHead
        title="Cadence"
        actions={
          <button
            className="btn btn-red"
            type="button"
            disabled={!gap || fill.isPending}
            onClick={() => fill.mutate()}
          >
            {gap || !query.data ? `Fill the gap${gap ? ` of ${gap}` : ''}` : 'No gap'}
          </button>
        }
      >
        {query.data
          ? `Every author aims at ${query.data.aim} articles a week.`
          : 'What every author aims at.'}
      </ScreenHead>
      <WritingLine />
      <Waiting query={query}>
        {({ authors, aim }) => (
          <div className={styles.scroll}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Author</th>
                  <th scope="col">This week</th>
                  <th scope="col">Four weeks</th>
                  <th scope="col">Under way</th>
                  <th scope="col">Ideas</th>
                  <th scope="col">Last</th>
                  <th scope="col">Gap</th>
                </tr>
              </thead>
              <tbody>
                {authors.map((author) => (
                  <Row key={author.authorId} author={author} aim={aim} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Waiting>
    </>
  );
}

function Row({ author, aim }: { author: AuthorCadence; aim: number }) {
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
        <span>{`${publishedInWeek} of ${aim}`}</span>
      </td>
      <td data-of="in four weeks">{publishedInMonth}</td>
      <td data-of="under way">{articlesUnderWay || ''}</td>
      <td data-of="ideas">
        {[
          ideasPending && `${ideasPending} waiting`,
          ideasGenerating && `${ideasGenerating} being written`,
          ideasAwaited && `${ideasAwaited} asked for`,
        ]
          .filter(Boolean)
          .join(', ')}
      </td>
      <td data-of="last">{lastPublishedAt ? agoOf(lastPublishedAt) : 'Never'}</td>
      <td className={gap ? styles.gap : undefined}>{gap || ''}</td>
    </tr>
  );
}
