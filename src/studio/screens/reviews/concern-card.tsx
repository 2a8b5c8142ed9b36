import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CONCERN_STATE_MACHINE, type ConcernStatus } from '#domain/statuses/review-states.ts';
import { listAllowedEvents } from '#domain/statuses/state-machine.ts';
import { CONCERN_KINDS, type Concern, isParagraphPath } from '#domain/studio/reviews.ts';
import { copy } from '../../copy.ts';
import { useRefetchAiQueries, useSendAiRequest } from '../../lib/ai-requests.ts';
import { focusOnMount } from '../../lib/focus.ts';
import { LETTER_SHORTCUTS } from '../../lib/list-shortcuts.ts';
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
  /** Text with the estimated price of having the AI improve the passage. */
  fixPrice?: string | undefined;
}

/** Shows a concern of an AI review with the passage it is about, and its buttons. */
export function ConcernCard({ concern, fixPrice }: ConcernCardProps) {
  const { id, kind, status, path, passage, improved, stillStands, improvingIn } = concern;
  const [text, setText] = useState<string>();
  const card = useRef<HTMLLIElement>(null);
  const refresh = useRefetchAiQueries();
  const ask = useSendAiRequest();
  const act = useMutation({
    mutationFn: ({ event, body }: { event: string; body?: { text?: string } }) =>
      studioApi.post(`/concerns/${id}/${event}`, body ?? {}),
    onSuccess: () => {
      setText(undefined);
      // The pressed button is about to disappear, so the card gets the focus.
      card.current?.focus({ preventScroll: true });
    },
    onSettled: refresh,
  });
  const isBusy = act.isPending || ask.isPending;
  const why = improvingIn !== null && words.beingFixedWhy;
  const events = listAllowedEvents(CONCERN_STATE_MACHINE, status, 'editor');
  return (
    <li className={styles.concern} ref={card} data-row="" tabIndex={-1}>
      <div className={styles.concernHead}>
        <b>{CONCERN_KINDS[kind]}</b>
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
      {text !== undefined && (
        <form
          className={styles.edit}
          onSubmit={(event) => {
            event.preventDefault();
            act.mutate({ event: 'edit', body: { text } });
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
            <Button className="btn btn-red" type="submit" isBusy={isBusy} disabledReason={why}>
              {words.save}
            </Button>
            <button className="btn btn-text" type="button" onClick={() => setText(undefined)}>
              {words.cancel}
            </button>
          </div>
        </form>
      )}
      {text === undefined && (
        <div className={styles.actions}>
          {events.includes('edit') && (
            <>
              <Button
                className="btn btn-line"
                type="button"
                aria-keyshortcuts={LETTER_SHORTCUTS.concerns.improve.key}
                isBusy={isBusy}
                disabledReason={why || (!stillStands && words.textChanged)}
                onClick={() => ask.mutate({ type: 'improve_articles', concernIds: [id] })}
              >
                {words.fix(fixPrice)}
              </Button>
              <Button
                className="btn btn-line"
                type="button"
                aria-keyshortcuts={LETTER_SHORTCUTS.concerns.edit.key}
                isBusy={isBusy}
                disabledReason={why}
                onClick={() =>
                  stillStands ? setText(passage) : act.mutate({ event: 'edit', body: {} })
                }
              >
                {stillStands ? words.edit : words.wasEdited}
              </Button>
            </>
          )}
          {events.includes('ignore') && (
            <Button
              className="btn btn-text"
              type="button"
              aria-keyshortcuts={LETTER_SHORTCUTS.concerns.ignore.key}
              isBusy={isBusy}
              disabledReason={why}
              onClick={() => act.mutate({ event: 'ignore' })}
            >
              {words.ignore}
            </Button>
          )}
          {events.includes('reopen') && (
            <Button
              className="btn btn-text"
              type="button"
              aria-keyshortcuts={LETTER_SHORTCUTS.concerns.reopen.key}
              isBusy={isBusy}
              disabledReason={why}
              onClick={() => act.mutate({ event: 'reopen' })}
            >
              {words.reopen}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Renders a text of the article, including its inline tags. */
function ArticleText({ path, text }: { path: string; text: string }) {
  if (!isParagraphPath(path)) return text;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes paragraphs to inline tags
  return <span dangerouslySetInnerHTML={{ __html: text }} />;
}
