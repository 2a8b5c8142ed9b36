import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef } from 'react';
import { CONTACT_SUBJECT_LABELS } from '#domain/contact.ts';
import { MAX_REPLY_LENGTH, type MessageWithReplies } from '#domain/studio/inbox.ts';
import { createMailtoUrl } from '#ui/lib/mailto.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { waitingEntryCountsQuery } from '../../lib/waiting-entry-counts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './inbox.module.css';
import { useReplyDraft } from './use-reply-draft.ts';

const words = copy.inbox;

interface ReplyFormProps {
  message: MessageWithReplies;
  /** ID of the member who replies. */
  member: string;
}

/** Shows a form for a reply. Octavo sends the reply by email, or the editor sends it with a mail program. */
export function ReplyForm({ message, member }: ReplyFormProps) {
  const { id: messageId, name, email, canMail, replies } = message;
  const queryClient = useQueryClient();
  const draft = useReplyDraft(messageId, member, replies);
  const noteId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const sendReply = useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) =>
      studioApi.post(`/messages/${messageId}/reply`, { id, text, seen: replies.length }),
    onSuccess: (_, { text: sent }) => {
      const isUnchanged = area.current?.value === sent;
      draft.clearSent(sent);
      const text = canMail ? words.sent(name) : words.markedAnswered;
      showToast({ kind: 'success', text });
      // Sending clears the field and disables the clicked button, so focus moves to the message. If the editor has
      // typed more text in the meantime, focus stays where it is.
      if (isUnchanged)
        area.current?.closest('article')?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus();
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['messages'] }),
        queryClient.invalidateQueries({ queryKey: waitingEntryCountsQuery.queryKey }),
      ]),
  });
  const isBlank = !draft.text.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBlank && !sendReply.isPending) sendReply.mutate({ id: draft.id, text: draft.text });
  };
  return (
    <form className={styles.reply} onSubmit={submit}>
      <Field
        label={replies.length ? words.replyAgain : words.replyTo(name)}
        aside={
          <span className={styles.left}>
            {`${draft.text.length.toLocaleString('en-US')} / ${MAX_REPLY_LENGTH.toLocaleString('en-US')}`}
          </span>
        }
      >
        {(props) => (
          <textarea
            {...props}
            ref={area}
            className={`${props.className} ${styles.area}`}
            rows={7}
            maxLength={MAX_REPLY_LENGTH}
            value={draft.text}
            aria-describedby={noteId}
            onChange={({ target }) => draft.write(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event);
            }}
          />
        )}
      </Field>
      <p className={styles.note} id={noteId}>
        {canMail ? words.sendsTo(email) : words.noMail}
      </p>
      <div className={styles.send}>
        {!canMail && (
          <a className="btn btn-line" href={createReplyMailtoUrl(message, draft.text)}>
            {words.openMail}
          </a>
        )}
        <Button
          className="btn btn-red"
          type="submit"
          isBusy={sendReply.isPending}
          disabledReason={isBlank && words.writeFirst}
        >
          {canMail ? words.send : words.markAnswered}
        </Button>
      </div>
    </form>
  );
}

/** Creates a `mailto:` URL with the recipient, the subject, the reply and the quoted message. */
function createReplyMailtoUrl({ email, subject, message }: MessageWithReplies, text: string) {
  const quoted = message.replaceAll(/^/gm, '> ');
  return createMailtoUrl(email, {
    subject: words.subject(CONTACT_SUBJECT_LABELS[subject]),
    body: `${text}\n\n${quoted}`,
  });
}
