import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CONCERN_STATE_MACHINE, type ConcernStatus } from '#domain/statuses/review-states.ts';
import { listAllowedEvents } from '#domain/statuses/state-machine.ts';
import { CONCERN_KIND_LABELS, type Concern, isParagraphPath } from '#domain/studio/reviews.ts';
import { copy } from '../../copy.ts';
import { useRefetchAiQueries, useSendAiRequest } from '../../lib/ai-requests.ts';
import { focusOnMount } from '../../lib/focus.ts';
import { LETTER_SHORTCUTS_BY_SCREEN } from '../../lib/list-shortcuts.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Badge, StatusBadge, type StatusTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './reviews.module.css';

const CONCERN_TONES: Readonly<Record<ConcernStatus, StatusTone>> = {
  pending_action: 'waiting',
  ignored: 'quiet',
  human_addressed: 'good',
  ai_improved: 'good',
};

const words = copy.concern;

interface ConcernCardProps {
  concern: Concern;
  /** Text with the estimated price of improving the passage with AI. */
  fixPrice?: string | undefined;
}

/** Shows a concern from an AI review, with the criticized passage and buttons. */
export function ConcernCard({ concern, fixPrice }: ConcernCardProps) {
  const { id, kind, status, path, passage, improved, stillStands, improvingIn } = concern;
  const [isEditing, setEditing] = useState(false);
  const card = useRef<HTMLLIElement>(null);
  const refresh = useRefetchAiQueries();
  const sendRequest = useSendAiRequest();
  const runAction = useMutation({
    mutationFn: ({ event, body }: ConcernAction) =>
      studioApi.post(`/concerns/${id}/${event}`, body ?? {}),
    onSuccess: () => {
      setEditing(false);
      // The clicked button is about to disappear, so focus moves to the card.
      card.current?.focus({ preventScroll: true });
    },
    onSettled: refresh,
  });
  const isBusy = runAction.isPending || sendRequest.isPending;
  return (
    <li className={styles.concern} ref={card} data-row="" tabIndex={-1}>
      <div className={styles.concernHead}>
        <b>{CONCERN_KIND_LABELS[kind]}</b>
        {improvingIn ? (
          <Badge tone="waiting">{words.beingFixed}</Badge>
        ) : (
          <StatusBadge machine={CONCERN_STATE_MACHINE} state={status} tones={CONCERN_TONES} />
        )}
      </div>
      <blockquote className={styles.passage}>
        <ArticleText path={path} text={passage} />
      </blockquote>
      <p>{concern.concern}</p>
      {improved && (
        <div className={styles.improved}>
          <span className={styles.small}>{words.now}</span>
          <blockquote>
            <ArticleText path={path} text={improved} />
          </blockquote>
        </div>
      )}
      {!stillStands && status === 'pending_action' && (
        <p className={styles.small}>{words.textChanged}</p>
      )}
      {isEditing ? (
        <ReplacementForm
          concern={concern}
          isBusy={isBusy}
          onSave={(text) => runAction.mutate({ event: 'edit', body: { text } })}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <ConcernActions
          concern={concern}
          fixPrice={fixPrice}
          isBusy={isBusy}
          onAction={runAction.mutate}
          onImprove={() => sendRequest.mutate({ type: 'improve_articles', concernIds: [id] })}
          onEdit={() => setEditing(true)}
        />
      )}
    </li>
  );
}

interface ConcernAction {
  event: string;
  body?: { text?: string };
}

interface ReplacementFormProps {
  concern: Concern;
  isBusy: boolean;
  onSave: (text: string) => void;
  onCancel: () => void;
}

/** Shows a form in which an editor replaces a concern's passage. */
function ReplacementForm({ concern, isBusy, onSave, onCancel }: ReplacementFormProps) {
  const [text, setText] = useState(concern.passage);
  return (
    <form
      className={styles.edit}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text);
      }}
    >
      <Field label={words.replacement}>
        {(props) => (
          <textarea
            {...props}
            ref={focusOnMount}
            rows={4}
            required
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <div className={styles.actions}>
        <Button
          className="btn btn-red"
          type="submit"
          isBusy={isBusy}
          disabledReason={explainBeingImproved(concern)}
        >
          {words.save}
        </Button>
        <button className="btn btn-text" type="button" onClick={onCancel}>
          {words.cancel}
        </button>
      </div>
    </form>
  );
}

interface ConcernActionsProps extends ConcernCardProps {
  isBusy: boolean;
  onAction: (action: ConcernAction) => void;
  /** Asks the AI for an improved passage. */
  onImprove: () => void;
  /** Opens the form that replaces the passage. */
  onEdit: () => void;
}

/** Shows the buttons for the events that a concern's current state allows. */
function ConcernActions({
  concern,
  fixPrice,
  isBusy,
  onAction,
  onImprove,
  onEdit,
}: ConcernActionsProps) {
  const { status, stillStands } = concern;
  const events = listAllowedEvents(CONCERN_STATE_MACHINE, status, 'editor');
  const disabledReason = explainBeingImproved(concern);
  return (
    <div className={styles.actions}>
      {events.includes('edit') && (
        <>
          <Button
            className="btn btn-line"
            type="button"
            aria-keyshortcuts={LETTER_SHORTCUTS_BY_SCREEN.concerns.improve.key}
            isBusy={isBusy}
            disabledReason={disabledReason || (!stillStands && words.textChanged)}
            onClick={onImprove}
          >
            {words.fix(fixPrice)}
          </Button>
          <Button
            className="btn btn-line"
            type="button"
            aria-keyshortcuts={LETTER_SHORTCUTS_BY_SCREEN.concerns.edit.key}
            isBusy={isBusy}
            disabledReason={disabledReason}
            onClick={() => (stillStands ? onEdit() : onAction({ event: 'edit', body: {} }))}
          >
            {stillStands ? words.edit : words.wasEdited}
          </Button>
        </>
      )}
      {(['ignore', 'reopen'] as const)
        .filter((event) => events.includes(event))
        .map((event) => (
          <Button
            key={event}
            className="btn btn-text"
            type="button"
            aria-keyshortcuts={LETTER_SHORTCUTS_BY_SCREEN.concerns[event].key}
            isBusy={isBusy}
            disabledReason={disabledReason}
            onClick={() => onAction({ event })}
          >
            {words[event]}
          </Button>
        ))}
    </div>
  );
}

function explainBeingImproved({ improvingIn }: Concern): string | false {
  return improvingIn !== null && words.beingFixedWhy;
}

/** Renders a passage of the article. Only paragraphs contain HTML, so inline tags are rendered only in paragraphs. */
function ArticleText({ path, text }: { path: string; text: string }) {
  if (!isParagraphPath(path)) return text;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes paragraphs to inline tags
  return <span dangerouslySetInnerHTML={{ __html: text }} />;
}
