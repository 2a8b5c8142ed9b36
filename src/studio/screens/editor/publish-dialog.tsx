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
  const isPublished = status === 'published';
  const { blocking } = useManuscriptProblems();
  const runAction = useRunArticleAction();
  const isInReview = status === 'human_review';
  const { publishAt, readOn } = useArticleEditor().article.manuscript;
  const wasRead = useValueWhenOpened(isOpen, publishAt !== null && readOn !== null);
  const [isTicked, setTicked] = useState<boolean>();
  const isRead = isTicked ?? wasRead;

  const review = useReviewWithUndecidedConcerns();
  const ignoreConcerns = review !== undefined;
  const close = () => {
    setTicked(undefined);
    onClose();
  };
  const runAndClose = (action: ArticleAction) => runAction.mutate(action, { onSuccess: close });

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      isWide
      focusesTitle
      title={isPublished ? words.updateTitle : words.title}
      actions={
        <>
          {!isPublished && !isInReview && (
            <Button
              className="btn btn-line"
              type="button"
              isBusy={runAction.isPending}
              onClick={() => runAndClose({ kind: 'event', event: 'accept', ignoreConcerns })}
            >
              {words.toHumanReview}
            </Button>
          )}
          <Button
            className="btn btn-red"
            type="button"
            isBusy={runAction.isPending}
            disabledReason={blocking.length > 0 && words.mustFix}
            onClick={() =>
              runAndClose(
                isPublished
                  ? { kind: 'update', isRead }
                  : { kind: 'event', event: 'publish', ignoreConcerns, isRead },
              )
            }
          >
            {isPublished ? words.update : words.publishNow}
          </Button>
        </>
      }
    >
      {blocking.length > 0 && (
        <div className={styles.problems}>
          <ProblemList title={words.fixFirst} problems={blocking} none="" />
        </div>
      )}
      {review && !isPublished && (
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
            onChange={({ target }) => setTicked(target.checked)}
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
 * Returns `value` as it was when the dialog opened, so that the dialog's content does not change during the closing
 * animation.
 */
function useValueWhenOpened<T>(isOpen: boolean, value: T): T {
  const [snapshot, setSnapshot] = useState({ isOpen, value });
  if (isOpen !== snapshot.isOpen) setSnapshot({ isOpen, value: isOpen ? value : snapshot.value });
  return snapshot.value;
}

/**
 * Shows the article as readers will see it after publication: the cover, the URL, the reading time,
 * the narration and the related articles. `children` contains the form fields, which are above the
 * related articles.
 */
function PreviewSummary({ children }: { children: ReactNode }) {
  const { article, autosave, id } = useArticleEditor();
  const [title] = useManuscriptPart<string>('title');
  const [alt] = useManuscriptPart<string>('alt');
  const query = useQuery({
    queryKey: ['article', id, 'publication-preview'],
    queryFn: async ({ signal }) => {
      await autosave.flush();
      return studioApi.get<PublicationPreview>(`/articles/${id}/publication-preview`, {}, signal);
    },
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <QueryContent query={query}>
      {({ path, readingMinutes, narrationSeconds, words: wordCount, related }) => (
        <div className={styles.preview}>
          <div className={styles.cover}>
            <Cover image={{ ...article.image, alt }} sizes="132px" includesAltText />
          </div>
          <div className={styles.facts}>
            <p className={styles.title}>{title || words.untitled}</p>
            <p className={styles.by}>{words.byAuthor(article.author.alias)}</p>
            <FactList>
              <Fact name={words.address}>{path}</Fact>
              <Fact name={words.readingTime}>{words.readingTimeOf(readingMinutes, wordCount)}</Fact>
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
  /** True if the editor has confirmed that they have read the article's current version to the end. */
  isRead: boolean;
  /** True if the manuscript has no problems that prevent publishing. */
  isPublishable: boolean;
  onDone: () => void;
}

function ScheduleForm({ isRead, isPublishable, onDone }: ScheduleFormProps) {
  const { publishAt } = useArticleEditor().article.manuscript;
  const [localTime, setLocalTime] = useState(() =>
    toDateTimeLocalValue(publishAt ? new Date(publishAt) : getTomorrowMorning()),
  );
  const runAction = useRunArticleAction();
  const publishTime = parseDateTimeLocalValue(localTime);

  function schedule(event: FormEvent) {
    event.preventDefault();
    if (!publishTime) return;
    runAction.mutate(
      { kind: 'schedule', at: publishTime.toISOString(), isRead },
      { onSuccess: onDone },
    );
  }

  return (
    <form className={styles.schedule} onSubmit={schedule}>
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
            words.scheduleHint(formatLocalUtcOffset(publishTime ?? new Date()))
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
            value={localTime}
            onChange={({ target }) => setLocalTime(target.value)}
          />
        )}
      </Field>
      <Button
        className="btn btn-line"
        type="submit"
        isBusy={runAction.isPending}
        disabledReason={!isPublishable && words.mustFix}
      >
        {publishAt ? words.changeSchedule : words.setSchedule}
      </Button>
      {publishAt && (
        <Button
          className="btn btn-text"
          type="button"
          isBusy={runAction.isPending}
          onClick={() =>
            runAction.mutate({ kind: 'schedule', at: null, isRead: false }, { onSuccess: onDone })
          }
        >
          {words.cancelSchedule}
        </Button>
      )}
    </form>
  );
}

function getTomorrowMorning(): Date {
  const date = new Date();
  date.setDate(date.getDate() + 1);
  date.setHours(9, 0, 0, 0);
  return date;
}
