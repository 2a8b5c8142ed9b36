import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useParams } from 'react-router';
import { CONCERN_STATES, type ConcernStatus, REVIEW_STATES } from '#domain/statuses/machines.ts';
import { eventsIn } from '#domain/statuses/state-machine.ts';
import { type ArticleReview, CONCERN_KINDS, type Concern } from '#domain/studio/reviews.ts';
import { Link } from '#web/ui/link.tsx';
import { focusHeading, focusOnArrival } from '../../lib/focus.ts';
import { studio } from '../../lib/queries.ts';
import { LETTERS } from '../../lib/row-keys.ts';
import { useAsk, useFollowed, useRefreshWriting } from '../../lib/writing.ts';
import { Field } from '../../ui/field.tsx';
import { Pill, Status, type Tone } from '../../ui/pill.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import styles from './reviews.module.css';
import { REVIEW_TONES } from './reviews.tsx';

const CONCERN_TONES: Readonly<Record<ConcernStatus, Tone>> = {
  pending_action: 'waiting',
  ignored: 'quiet',
  human_addressed: 'good',
  ai_improved: 'good',
};

interface ReviewWithConcerns {
  review: ArticleReview;
  concerns: Concern[];
}

/** One review: each concern with its passage, and what an editor makes of it. */
export function Review() {
  const { id = '' } = useParams();
  useFollowed('reviews');
  const query = useQuery({
    queryKey: ['reviews', 'one', id],
    queryFn: ({ signal }) => studio.get<ReviewWithConcerns>(`/reviews/${id}`, {}, signal),
  });
  return (
    <Waiting query={query}>
      {({ review, concerns }) => (
        <>
          <ScreenHead
            title={review.articleTitle}
            up={{ to: '/reviews', name: 'Reviews' }}
            actions={<Decision review={review} concerns={concerns} />}
          >
            {review.authorAlias}.{' '}
            {review.status !== 'accepted' && (
              <Link className="link" to={`/articles/${review.articleId}`}>
                Open the article
              </Link>
            )}
          </ScreenHead>
          <p className={styles.state}>
            {review.isAwaited ? (
              <Pill tone="waiting">Being written</Pill>
            ) : (
              <Status machine={REVIEW_STATES} state={review.status} tones={REVIEW_TONES} />
            )}
            {!review.isAwaited && concerns.length === 0 && <span>Nothing was found wrong.</span>}
            <Undecided concerns={concerns} />
          </p>
          <Concerns concerns={concerns} />
        </>
      )}
    </Waiting>
  );
}

/** Why it cannot go on yet. */
function Undecided({ concerns }: { concerns: readonly Concern[] }) {
  const open = concerns.filter(({ status }) => status === 'pending_action').length;
  if (!open) return null;
  return (
    <span>
      It can go on once {open === 1 ? 'one concern is' : `${open} concerns are`} decided about.
    </span>
  );
}

function Decision({ review, concerns }: ReviewWithConcerns) {
  const refresh = useRefreshWriting();
  const decide = useMutation({
    mutationFn: (event: 'accept' | 'reject') => studio.post(`/reviews/${review.id}/${event}`),
    onSuccess: focusHeading,
    onSettled: refresh,
  });
  const ask = useAsk();
  const events = eventsIn(REVIEW_STATES, review.status, 'editor');
  const open = concerns.filter(
    ({ status, improvingIn }) => status === 'pending_action' && !improvingIn,
  );
  if (review.isAwaited) return null;
  if (review.status === 'accepted')
    return (
      <Link className="btn btn-red" to={`/articles/${review.articleId}`}>
        Open the article
      </Link>
    );
  return (
    <>
      {events.includes('reject') && (
        <button
          className="btn btn-line"
          type="button"
          aria-keyshortcuts={LETTERS.review.reject.key}
          disabled={decide.isPending}
          onClick={() => decide.mutate('reject')}
        >
          Back to draft
        </button>
      )}
      {open.length > 1 && (
        <button
          className="btn btn-line"
          type="button"
          disabled={ask.isPending}
          onClick={() =>
            ask.mutate({ type: 'improve_articles', concernIds: open.map(({ id }) => id) })
          }
        >
          Have all {open.length} improved
        </button>
      )}
      {events.includes('accept') && (
        <button
          className="btn btn-red"
          type="button"
          aria-keyshortcuts={LETTERS.review.accept.key}
          disabled={decide.isPending || concerns.some(({ status }) => status === 'pending_action')}
          onClick={() => decide.mutate('accept')}
        >
          On to human review
        </button>
      )}
    </>
  );
}

function Concerns({ concerns }: { concerns: readonly Concern[] }) {
  return (
    <ol className={styles.concerns}>
      {concerns.map((concern) => (
        <ConcernCard key={concern.id} concern={concern} />
      ))}
    </ol>
  );
}

function ConcernCard({ concern }: { concern: Concern }) {
  const { id, kind, status, passage, improved, stillStands, improvingIn } = concern;
  const [text, setText] = useState<string>();
  const card = useRef<HTMLLIElement>(null);
  const refresh = useRefreshWriting();
  const ask = useAsk();
  const act = useMutation({
    mutationFn: ({ event, body }: { event: string; body?: { text?: string } }) =>
      studio.post(`/concerns/${id}/${event}`, body ?? {}),
    onSuccess: () => {
      setText(undefined);
      // What was pressed is gone.
      card.current?.focus({ preventScroll: true });
    },
    onSettled: refresh,
  });
  const isBusy = act.isPending || ask.isPending || improvingIn !== null;
  const events = eventsIn(CONCERN_STATES, status, 'editor');
  return (
    <li className={styles.concern} ref={card} data-row="" tabIndex={-1}>
      <div className={styles.concernHead}>
        <b>{CONCERN_KINDS[kind]}</b>
        {improvingIn ? (
          <Pill tone="waiting">Being improved</Pill>
        ) : (
          <Status machine={CONCERN_STATES} state={status} tones={CONCERN_TONES} />
        )}
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
      <blockquote className={styles.passage} dangerouslySetInnerHTML={{ __html: passage }} />
      <p>{concern.concern}</p>
      {improved && (
        <div className={styles.improved}>
          <span className={styles.small}>Now</span>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
          <blockquote dangerouslySetInnerHTML={{ __html: improved }} />
        </div>
      )}
      {!stillStands && status === 'pending_action' && (
        <p className={styles.small}>The passage no longer stands in the text as it did.</p>
      )}
      {text !== undefined && (
        <form
          className={styles.edit}
          onSubmit={(event) => {
            event.preventDefault();
            act.mutate({ event: 'edit', body: { text } });
          }}
        >
          <Field label="In its place">
            {(props) => (
              <textarea
                {...props}
                ref={focusOnArrival}
                rows={4}
                required
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
          <div className={styles.actions}>
            <button className="btn btn-red" type="submit" disabled={isBusy}>
              Save
            </button>
            <button className="btn btn-text" type="button" onClick={() => setText(undefined)}>
              Leave it
            </button>
          </div>
        </form>
      )}
      {text === undefined && (
        <div className={styles.actions}>
          {events.includes('edit') && (
            <>
              <button
                className="btn btn-line"
                type="button"
                aria-keyshortcuts={LETTERS.concerns.improve.key}
                disabled={isBusy || !stillStands}
                onClick={() => ask.mutate({ type: 'improve_articles', concernIds: [id] })}
              >
                Have it improved
              </button>
              <button
                className="btn btn-line"
                type="button"
                aria-keyshortcuts={LETTERS.concerns.edit.key}
                disabled={isBusy}
                onClick={() =>
                  stillStands ? setText(passage) : act.mutate({ event: 'edit', body: {} })
                }
              >
                {stillStands ? 'Edit it' : 'It is edited'}
              </button>
            </>
          )}
          {events.includes('ignore') && (
            <button
              className="btn btn-text"
              type="button"
              aria-keyshortcuts={LETTERS.concerns.ignore.key}
              disabled={isBusy}
              onClick={() => act.mutate({ event: 'ignore' })}
            >
              Ignore
            </button>
          )}
          {events.includes('reopen') && (
            <button
              className="btn btn-text"
              type="button"
              aria-keyshortcuts={LETTERS.concerns.reopen.key}
              disabled={isBusy}
              onClick={() => act.mutate({ event: 'reopen' })}
            >
              Decide again
            </button>
          )}
        </div>
      )}
    </li>
  );
}
