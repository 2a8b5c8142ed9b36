import { useState } from 'react';
import { v4 as newId } from 'uuid';
import { z } from 'zod';
import type { Reply } from '#domain/studio/inbox.ts';
import { type FormDraftKey, readFormDraft } from '../../lib/draft-storage.ts';
import { useStoreFormDraft } from '../../lib/use-store-form-draft.ts';

const replyDraftSchema = z.object({
  /** ID of the reply, created in the browser. If the same reply is sent twice, the server stores it only once. */
  id: z.string(),
  text: z.string(),
});

/**
 * Returns the draft of a reply, and functions that change the draft. The draft is kept when the tab is closed. It is
 * stored with the reply's ID, so that sending it again after a lost response does not create a second reply. If a reply
 * with this ID already exists, the draft has been sent, so it is cleared.
 */
export function useReplyDraft(messageId: string, member: string, replies: readonly Reply[]) {
  const draftKey: FormDraftKey = { form: 'reply', member, id: messageId };
  const [draft, setDraft] = useState(
    () =>
      readFormDraft(draftKey, z.object({ content: replyDraftSchema }))?.content ?? {
        id: newId(),
        text: '',
      },
  );
  const storedReply = replies.find(({ id }) => id === draft.id);
  // If the editor has changed the text after sending the reply, the new text becomes the draft of another reply.
  if (storedReply)
    setDraft({ id: newId(), text: storedReply.text === draft.text.trim() ? '' : draft.text });
  useStoreFormDraft(draftKey, draft.text ? draft : undefined);
  return {
    ...draft,
    write: (text: string) => setDraft({ id: draft.id, text }),
    /**
     * Clears the draft. Call it once a reply with this text has been sent. If the editor has changed the draft in the
     * meantime, the changed text becomes the draft of another reply.
     */
    clearSent: (text: string) =>
      setDraft((current) => ({ id: newId(), text: current.text === text ? '' : current.text })),
  };
}
