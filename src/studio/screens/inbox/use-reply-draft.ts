import { useState } from 'react';
import { v4 as newId } from 'uuid';
import { z } from 'zod';
import type { Reply } from '#domain/studio/inbox.ts';
import { type DraftKey, readDraft } from '../../lib/draft-storage.ts';
import { useStoredDraft } from '../../lib/use-stored-draft.ts';

const replyDraftSchema = z.object({
  /** The reply's ID, chosen by the client: sending it twice creates one reply. */
  id: z.string(),
  text: z.string(),
});

/**
 * Holds the draft of a reply, which survives closing the tab. Its ID is stored with it, so that sending it again after
 * a lost response does not create a second reply. If `given`, the existing replies, contains that ID, the draft had
 * been sent.
 */
export function useReplyDraft(messageId: string, member: string, given: readonly Reply[]) {
  const place: DraftKey = { form: 'reply', member, id: messageId };
  const [draft, setDraft] = useState(
    () =>
      readDraft(place, z.object({ content: replyDraftSchema }))?.content ?? {
        id: newId(),
        text: '',
      },
  );
  const arrived = given.find(({ id }) => id === draft.id);
  // Text written since then is another reply.
  if (arrived)
    setDraft({ id: newId(), text: arrived.text === draft.text.trim() ? '' : draft.text });
  useStoredDraft(place, draft.text ? draft : undefined);
  return {
    ...draft,
    write: (text: string) => setDraft({ id: draft.id, text }),
    /** Call when the draft was sent with this text. Text written since then becomes a new draft. */
    sent: (text: string) =>
      setDraft((current) => ({ id: newId(), text: current.text === text ? '' : current.text })),
  };
}
