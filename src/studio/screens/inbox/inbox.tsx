import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { CONTACT_SUBJECT_LABELS } from '#domain/contact.ts';
import {
  CONTACT_MESSAGE_STATE_MACHINE,
  type ContactMessageStatus,
} from '#domain/statuses/inbox-states.ts';
import type { InboxMessage } from '#domain/studio/inbox.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { formatDateTime, formatRelativeTime } from '../../lib/date-format.ts';
import { useMediaQuery, WIDE_WINDOW_MEDIA_QUERY } from '../../lib/use-media-query.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { StatusTabs } from '../../ui/status-tabs.tsx';
import styles from './inbox.module.css';
import { LetterPreviewDialog } from './letter-preview-dialog.tsx';
import { MessagePanel } from './message-panel.tsx';
import { messagesQuery } from './queries.ts';

const words = copy.inbox;

const STATUS_TABS = (
  Object.keys(CONTACT_MESSAGE_STATE_MACHINE.states) as ContactMessageStatus[]
).map((state) => ({
  state,
  name: CONTACT_MESSAGE_STATE_MACHINE.states[state].label,
}));

/** Lists the messages from readers by status, and shows the selected message next to the list. */
export function Inbox() {
  const { id } = useParams();
  // On a phone, the list and the message are separate screens.
  const isWide = useMediaQuery(WIDE_WINDOW_MEDIA_QUERY);
  const [search] = useSearchParams();
  const status = STATUS_TABS.find(({ state }) => state === search.get('of'))?.state ?? 'pending';
  const queryString = status === 'pending' ? '' : `?of=${status}`;
  const query = useInfiniteQuery(messagesQuery(status));
  return (
    <div className={styles.inbox}>
      {(isWide || !id) && (
        <div className={styles.list}>
          <ScreenHeader title={words.title} actions={<LetterPreviewButton />}>
            {words.note}
          </ScreenHeader>
          <StatusTabs
            label={words.messages}
            states={STATUS_TABS}
            current={status}
            counts={query.data?.pages.at(-1)?.counts}
            to={(state) => (state === 'pending' ? '/inbox' : `/inbox?of=${state}`)}
          />
          <PagedList
            query={query}
            getItems={(page) => page.messages}
            className={styles.messages}
            empty={
              <EmptyState drawing="lens" title={EMPTY_MESSAGES[status].title}>
                {EMPTY_MESSAGES[status].text}
              </EmptyState>
            }
          >
            {(message) => (
              <MessageLine
                key={message.id}
                message={message}
                to={`/inbox/${message.id}${queryString}`}
                isOpen={message.id === id}
              />
            )}
          </PagedList>
        </div>
      )}
      {(isWide || id) && (
        <section className={styles.pane} aria-label={words.message}>
          {id ? (
            <MessagePanel key={id} id={id} back={isWide ? undefined : `/inbox${queryString}`} />
          ) : (
            <p className={styles.hint}>{words.choose}</p>
          )}
        </section>
      )}
    </div>
  );
}

function LetterPreviewButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        className="btn btn-line"
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {words.previewLetter}
      </button>
      <LetterPreviewDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function MessageLine({
  message,
  to,
  isOpen,
}: {
  message: InboxMessage;
  to: string;
  isOpen: boolean;
}) {
  const { name, subject, message: text, createdAt } = message;
  return (
    <li>
      <Link className={styles.line} to={to} data-row="" aria-current={isOpen ? 'true' : undefined}>
        <span className={styles.from}>
          <b>{name}</b>
          <time dateTime={createdAt} title={formatDateTime(createdAt)}>
            {formatRelativeTime(createdAt)}
          </time>
        </span>
        <span className={styles.subject}>{CONTACT_SUBJECT_LABELS[subject]}</span>
        <span className={styles.excerpt}>{text}</span>
      </Link>
    </li>
  );
}

const EMPTY_MESSAGES: Readonly<Record<ContactMessageStatus, { title: string; text: string }>> = {
  pending: { title: words.pendingTitle, text: words.pendingNote },
  replied: { title: words.repliedTitle, text: words.repliedNote },
  spam: { title: words.spamTitle, text: words.spamNote },
};
