import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { PublicationPreview } from '#domain/studio/admin-articles.ts';
import { Cover } from '#ui/cover.tsx';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import {
  formatDateTime,
  formatLocalUtcOffset,
  parseDateTimeLocalValue,
  toDateTimeLocalValue,
} from '../../lib/date-format.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact, FactList } from '../../ui/fact-list.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { useArticleEditor } from './article-editor.ts';
import { ProblemList, useManuscriptProblems } from './checks-panel.tsx';
import { useManuscriptPart } from './manuscript-store.ts';
import styles from './publish-dialog.module.css';
import {
  formatConcernCount,
  useReviewWithUndecidedConcerns,
} from './review-with-undecided-concerns.ts';
import { type ArticleAction, useRunArticleAction } from './use-run-article-action.ts';

const words = copy.publish;

interface PublishDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Shows a preview of the published article, and buttons that publish, update or schedule it. */
export function PublishDialog({ isOpen, onClose }: PublishDialogProps) {
  const status = useValueWhenOpened(isOpen, useArticleEditor().article.status);
  const isOut = status === 'published';
  const { blocking } = useManuscriptProblems();
  const moves = useRunArticleAction();
  const isInReview = status === 'human_review';
  const { publishAt, readOn } = useArticleEditor().article.manuscript;
  const wasRead = useValueWhenOpened(isOpen, publishAt !== null && readOn !== null);
  const [tick, setTick] = useState<boolean>();
  const isRead = tick ?? wasRead;

  const review = useReviewWithUndecidedConcerns();
  const ignoreConcerns = review !== undefined;
  const close = () => {
    setTick(undefined);
    onClose();
  };
  const move = (next: ArticleAction) => moves.mutate(next, { onSuccess: close });

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      isWide
      focusesTitle
      title={isOut ? words.updateTitle : words.title}
      actions={
        <>
          {!isOut && !isInReview && (
            <Button
              className="btn btn-line"
              type="button"
              isBusy={moves.isPending}
              onClick={() => move({ kind: 'event', event: 'accept', ignoreConcerns })}
            >
              {words.toHumanReview}
            </Button>
          )}
          <Button
            className="btn btn-red"
            type="button"
            isBusy={moves.isPending}
            disabledReason={blocking.length > 0 && words.mustFix}
            onClick={() =>
              move(
                isOut
                  ? { kind: 'update', isRead }
                  : { kind: 'event', event: 'publish', ignoreConcerns, isRead },
              )
            }
          >
            {isOut ? words.update : words.publishNow}
          </Button>
        </>
      }
    >
      {blocking.length > 0 && (
        <div className={styles.problems}>
          <ProblemList title={words.fixFirst} problems={blocking} none="" />
        </div>
      )}
      {review && !isOut && (
        <p className={styles.concerns}>
          {words.openConcerns(formatConcernCount(review.concerns))}{' '}
          <Link className="link" to={`/reviews/${review.id}`}>
            {words.resolveConcerns}
          </Link>
        </p>
      )}
      <PreviewSummary>
        <label className={styles.read}>
          <input
            type="checkbox"
            checked={isRead}
            onChange={({ target }) => setTick(target.checked)}
          />
          <span>
            <b>{words.isRead}</b>
            <span>{words.isReadHint[isRead ? 'true' : 'false']}</span>
          </span>
        </label>
        {isInReview && (
          <ScheduleForm isRead={isRead} isPublishable={blocking.length === 0} onDone={close} />
        )}
      </PreviewSummary>
    </Dialog>
  );
}

/**
 * Returns the value that was current when the dialog opened, so that the dialog's content does not change while the
 * dialog closes.
 */
function useValueWhenOpened<T>(isOpen: boolean, value: T): T {
  const [opened, setOpened] = useState({ isOpen, value });
  if (isOpen !== opened.isOpen) setOpened({ isOpen, value: isOpen ? value : opened.value });
  return opened.value;
}

/**
 * Shows how the article will appear to readers. `children` contains the buttons, which are shown above the related
 * articles.
 */
function PreviewSummary({ children }: { children: ReactNode }) {
  const { article, autosave, id } = useArticleEditor();
  const [title] = useManuscriptPart<string>('title');
  const [alt] = useManuscriptPart<string>('alt');
  const query = useQuery({
    queryKey: ['article', id, 'outlook'],
    queryFn: async ({ signal }) => {
      await autosave.flush();
      return studioApi.get<PublicationPreview>(`/articles/${id}/outlook`, {}, signal);
    },
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <QueryContent query={query}>
      {({ path, readingMinutes, narrationSeconds, words: length, related }) => (
        <div className={styles.outlook}>
          <div className={styles.cover}>
            <Cover image={{ ...article.image, alt }} sizes="132px" isDescribed />
          </div>
          <div className={styles.facts}>
            <p className={styles.title}>{title || words.untitled}</p>
            <p className={styles.by}>{words.byAuthor(article.author.alias)}</p>
            <FactList>
              <Fact name={words.address}>{path}</Fact>
              <Fact name={words.readingTime}>{words.readingTimeOf(readingMinutes, length)}</Fact>
              <Fact name={words.narration}>
                {narrationSeconds === null
                  ? words.noNarration
                  : words.narrationOf(formatDuration(narrationSeconds))}
              </Fact>
            </FactList>
          </div>
          <div className={styles.decision}>{children}</div>
          <section className={styles.related}>
            <h3>{words.related}</h3>
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
              <p className="quiet">{words.noRelated}</p>
            )}
          </section>
        </div>
      )}
    </QueryContent>
  );
}

function formatDuration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

interface ScheduleFormProps {
  /** True if the editor has confirmed that they have read this version to the end. */
  isRead: boolean;
  /** True if the manuscript has no problems that prevent publishing. */
  isPublishable: boolean;
  onDone: () => void;
}

function ScheduleForm({ isRead, isPublishable, onDone }: ScheduleFormProps) {
  const { publishAt } = useArticleEditor().article.manuscript;
  const [at, setAt] = useState(() =>
    toDateTimeLocalValue(publishAt ? new Date(publishAt) : tomorrowMorning()),
  );
  const moves = useRunArticleAction();
  const moment = parseDateTimeLocalValue(at);

  function set(event: FormEvent) {
    event.preventDefault();
    if (!moment) return;
    moves.mutate({ kind: 'schedule', at: moment.toISOString(), isRead }, { onSuccess: onDone });
  }

  return (
    <form className={styles.schedule} onSubmit={set}>
      <Field
        label={words.schedule}
        hint={
          publishAt ? (
            <>
              <Icon name="clock" />{' '}
              <span>
                {words.scheduledFor(
                  formatDateTime(publishAt),
                  formatLocalUtcOffset(new Date(publishAt)),
                )}
              </span>
            </>
          ) : (
            words.scheduleHint(formatLocalUtcOffset(moment ?? new Date()))
          )
        }
      >
        {(props) => (
          <input
            {...props}
            type="datetime-local"
            required
            min={toDateTimeLocalValue(new Date())}
            max="2999-12-31T23:59"
            value={at}
            onChange={({ target }) => setAt(target.value)}
          />
        )}
      </Field>
      <Button
        className="btn btn-line"
        type="submit"
        isBusy={moves.isPending}
        disabledReason={!isPublishable && words.mustFix}
      >
        {publishAt ? words.changeSchedule : words.setSchedule}
      </Button>
      {publishAt && (
        <Button
          className="btn btn-text"
          type="button"
          isBusy={moves.isPending}
          onClick={() =>
            moves.mutate({ kind: 'schedule', at: null, isRead: false }, { onSuccess: onDone })
          }
        >
          {words.cancelSchedule}
        </Button>
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
