import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Outlook } from '#domain/studio/desk.ts';
import { formatDate } from '#web/lib/dates.ts';
import { Cover } from '#web/ui/cover.tsx';
import { Link } from '#web/ui/link.tsx';
import { studio } from '../../lib/queries.ts';
import { localOf, momentIn, momentOf, zoneOf } from '../../lib/times.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { FaultList, useFaults } from './checks.tsx';
import { useDesk } from './desk.ts';
import { usePart } from './manuscript-store.ts';
import { concernsInWords, useOpenReview } from './open-review.ts';
import styles from './publish-dialog.module.css';
import { type Move, useMoves } from './use-moves.ts';

interface PublishDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** What readers will get, before they do. */
export function PublishDialog({ isOpen, onClose }: PublishDialogProps) {
  const status = useAsOpened(isOpen, useDesk().article.status);
  const isOut = status === 'published';
  const { blocking } = useFaults();
  const moves = useMoves();
  const isRead = status === 'human_review';

  const review = useOpenReview();
  const leaveConcerns = review !== undefined;
  const move = (next: Move) => moves.mutate(next, { onSuccess: onClose });

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      isReadFirst
      title={isOut ? 'Give readers the changes' : 'What readers will get'}
      actions={
        <>
          {!isOut && !isRead && (
            <button
              className="btn btn-line"
              type="button"
              disabled={moves.isPending}
              onClick={() => move({ kind: 'event', event: 'accept', leaveConcerns })}
            >
              Have a person read it first
            </button>
          )}
          <button
            className="btn btn-red"
            type="button"
            disabled={moves.isPending || blocking.length > 0}
            onClick={() =>
              move(isOut ? { kind: 'update' } : { kind: 'event', event: 'publish', leaveConcerns })
            }
          >
            {isOut ? 'Give readers the changes' : 'Publish now'}
          </button>
        </>
      }
    >
      {blocking.length > 0 && (
        <div className={styles.faults}>
          <FaultList title="Mend this first" faults={blocking} none="" />
        </div>
      )}
      {review && !isOut && (
        <p className={styles.concerns}>
          Nobody has decided about {concernsInWords(review.concerns)} of the AI’s review. Going on
          leaves the text as it is.{' '}
          <Link className="link" to={`/reviews/${review.id}`}>
            Decide about them
          </Link>
        </p>
      )}
      <Foreseen />
      {isRead && <Schedule isFit={blocking.length === 0} onDone={onClose} />}
    </Dialog>
  );
}

/** A value as it was when a dialog opened: while it closes it does not turn into what comes next. */
function useAsOpened<T>(isOpen: boolean, value: T): T {
  const [opened, setOpened] = useState({ isOpen, value });
  if (isOpen !== opened.isOpen) setOpened({ isOpen, value: isOpen ? value : opened.value });
  return opened.value;
}

function Foreseen() {
  const { article, autosave, id } = useDesk();
  const [title] = usePart<string>('title');
  const [alt] = usePart<string>('alt');
  const query = useQuery({
    queryKey: ['article', id, 'outlook'],
    queryFn: async ({ signal }) => {
      await autosave.flush();
      return studio.get<Outlook>(`/articles/${id}/outlook`, {}, signal);
    },
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Waiting query={query}>
      {({ path, readingMinutes, narrationSeconds, words, related }) => (
        <div className={styles.outlook}>
          <div className={styles.cover}>
            <Cover image={{ ...article.image, alt }} sizes="200px" isDescribed />
          </div>
          <div className={styles.facts}>
            <p className={styles.title}>{title || 'Untitled'}</p>
            <p className={styles.by}>by {article.author.alias}, an AI author</p>
            <dl>
              <dt>Address</dt>
              <dd className={styles.path}>{path}</dd>
              <dt>Reading</dt>
              <dd>{`${readingMinutes} min, ${words} words`}</dd>
              <dt>Narration</dt>
              <dd>{narrationSeconds === null ? 'None' : lengthOf(narrationSeconds)}</dd>
              <dt>Read by a person</dt>
              <dd>
                <ReadBy />
              </dd>
            </dl>
          </div>
          <section className={styles.related}>
            <h3>Below it, readers may also like</h3>
            {related.length ? (
              <ul>
                {related.map((each) => (
                  <li key={each.id}>
                    <div className={styles.thumb}>
                      <Cover image={each.image} sizes="96px" />
                    </div>
                    <span>{each.title}</span>
                  </li>
                ))}
              </ul>
            ) : (
              <p className="quiet">Nothing yet: its subcategory is new.</p>
            )}
          </section>
        </div>
      )}
    </Waiting>
  );
}

/** Whether readers are told that a person has read it. */
function ReadBy() {
  const { status, readByPersonOn } = useDesk().article;
  if (status === 'human_review') return <>You have: readers are told so.</>;
  if (status === 'published' && readByPersonOn)
    return <>It was, on {formatDate(readByPersonOn)}: readers are told so.</>;
  return <>No: readers are told that nobody has.</>;
}

function lengthOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `about ${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

function Schedule({ isFit, onDone }: { isFit: boolean; onDone: () => void }) {
  const { publishAt } = useDesk().article.manuscript;
  const [at, setAt] = useState(() => localOf(publishAt ? new Date(publishAt) : tomorrowMorning()));
  const moves = useMoves();
  const moment = momentIn(at);

  function set(event: FormEvent) {
    event.preventDefault();
    if (moment) moves.mutate({ kind: 'schedule', at: moment.toISOString() }, { onSuccess: onDone });
  }

  return (
    <form className={styles.schedule} onSubmit={set}>
      <Field
        label="Or later, by itself"
        hint={
          publishAt ? (
            <>
              <Icon name="clock" />{' '}
              <span>{`Due ${momentOf(publishAt)}, by your clock (${zoneOf(new Date(publishAt))})`}</span>
            </>
          ) : (
            `By your clock (${zoneOf(moment ?? new Date())}). Whatever is changed until then has to be scheduled anew.`
          )
        }
      >
        {(props) => (
          <input
            {...props}
            type="datetime-local"
            required
            min={localOf(new Date())}
            max="2999-12-31T23:59"
            value={at}
            onChange={({ target }) => setAt(target.value)}
          />
        )}
      </Field>
      <button className="btn btn-line" type="submit" disabled={moves.isPending || !isFit}>
        {publishAt ? 'Change the time' : 'Schedule'}
      </button>
      {publishAt && (
        <button
          className="btn btn-text"
          type="button"
          disabled={moves.isPending}
          onClick={() => moves.mutate({ kind: 'schedule', at: null }, { onSuccess: onDone })}
        >
          Not by itself
        </button>
      )}
    </form>
  );
}

function tomorrowMorning(): Date {
  const date = new Date();
  date.setDate(date.getDate() + 1);
  date.setHours(9, 0, 0, 0);
  return date;
}
