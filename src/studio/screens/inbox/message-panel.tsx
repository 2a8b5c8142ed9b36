import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CONTACT_SUBJECT_LABELS } from '#domain/contact.ts';
import {
  CONTACT_MESSAGE_STATE_MACHINE,
  type ContactMessageEvent,
  type ContactMessageStatus,
} from '#domain/statuses/inbox-states.ts';
import { listAllowedEvents } from '#domain/statuses/state-machine.ts';
import type { MessageWithReplies, Reply } from '#domain/studio/inbox.ts';
import { Link } from '#ui/link.tsx';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { useCurrentMember } from '../../lib/current-member.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { waitingEntryCountsQuery } from '../../lib/waiting-entry-counts.ts';
import { Badge, StatusBadge, type StatusTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import styles from './inbox.module.css';
import { messageQuery } from './queries.ts';
import { ReplyForm } from './reply-form.tsx';

const words = copy.inbox;

const MESSAGE_STATUS_TONES: Readonly<Record<ContactMessageStatus, StatusTone>> = {
  pending: 'waiting',
  replied: 'good',
  spam: 'quiet',
};

/**
 * Shows a message with its replies and actions. `back` is the path of the message list. It is set only on narrow
 * screens, where the list is a separate screen.
 */
export function MessagePanel({ id, back }: { id: string; back: string | undefined }) {
  const query = useQuery(messageQuery(id));
  return (
    <>
      {back && (
        <Link className={styles.back} to={back}>
          <Icon name="previous" />
          {words.title}
        </Link>
      )}
      <QueryContent query={query}>
        {(message) => <MessageDetails message={message} heading={back ? 'h1' : 'h2'} />}
      </QueryContent>
    </>
  );
}

function MessageDetails({
  message,
  heading: Heading,
}: {
  message: MessageWithReplies;
  heading: 'h1' | 'h2';
}) {
  const { name, email, subject, message: text, status, createdAt, isOfReader } = message;
  const member = useCurrentMember();
  useDocumentTitle(`${name} · Inbox`);
  return (
    <article className={styles.message}>
      <header>
        <div className={styles.title}>
          <Heading tabIndex={-1}>{CONTACT_SUBJECT_LABELS[subject]}</Heading>
          <StatusBadge
            machine={CONTACT_MESSAGE_STATE_MACHINE}
            state={status}
            tones={MESSAGE_STATUS_TONES}
          />
        </div>
        <p className={styles.who}>
          <b>{name}</b> <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
        </p>
        <p className={styles.when}>
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> ·{' '}
          {isOfReader ? words.reader : words.visitor}
        </p>
      </header>
      <p className={styles.text}>{text}</p>
      {message.replies.length > 0 && (
        <ol className={styles.replies} aria-label={words.answers}>
          {message.replies.map((reply) => (
            <SentReply key={reply.id} reply={reply} />
          ))}
        </ol>
      )}
      <MessageActions message={message} />
      {status !== 'spam' && member && <ReplyForm message={message} member={member.id} />}
    </article>
  );
}

function SentReply({ reply }: { reply: Reply }) {
  const { text, repliedByName, createdAt, isMailed, mailedAt } = reply;
  return (
    <li>
      <p className={styles.when}>
        <b>{repliedByName}</b> <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>{' '}
        {isMailed ? (
          <Badge tone={mailedAt ? 'good' : 'waiting'}>
            {mailedAt ? words.mailed : words.sending}
          </Badge>
        ) : (
          <Badge>{words.elsewhere}</Badge>
        )}
      </p>
      <p className={styles.text}>{text}</p>
    </li>
  );
}

const MESSAGE_ACTIONS = {
  markSpam: { name: words.markSpam, path: 'spam', done: words.markedSpam },
  reopen: {
    name: words.reopen,
    path: 'reopen',
    done: words.reopened,
  },
} as const satisfies Partial<Record<ContactMessageEvent, unknown>>;
type MessageAction = keyof typeof MESSAGE_ACTIONS;

function MessageActions({ message: { id, status } }: { message: MessageWithReplies }) {
  const queryClient = useQueryClient();
  const changeStatus = useMutation({
    mutationFn: (event: MessageAction) =>
      studioApi.post(`/messages/${id}/${MESSAGE_ACTIONS[event].path}`),
    onSuccess: (_response, event) =>
      showToast({ kind: 'success', text: MESSAGE_ACTIONS[event].done }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['messages'] }),
        queryClient.invalidateQueries({ queryKey: waitingEntryCountsQuery.queryKey }),
      ]),
  });
  const events = listAllowedEvents(CONTACT_MESSAGE_STATE_MACHINE, status, 'editor').filter(
    (event): event is MessageAction => event in MESSAGE_ACTIONS,
  );
  return (
    <div className={styles.moves}>
      {events.map((event) => (
        <Button
          key={event}
          className="btn btn-text"
          type="button"
          isBusy={changeStatus.isPending}
          onClick={() => changeStatus.mutate(event)}
        >
          {MESSAGE_ACTIONS[event].name}
        </Button>
      ))}
    </div>
  );
}
