import { useState } from 'react';
import { v4 as newId } from 'uuid';
import { z } from 'zod';
import type { Reply } from '#domain/studio/inbox.ts';
import { type DraftKey, readDraft } from '../../lib/draft-storage.ts';
import { useStoredDraft } from '../../lib/use-stored-draft.ts';

const replyDraftSchema = z.object({
  /** What it is sent under: the same sent twice is one answer. */
  id: z.string(),
  text: z.string(),
});

/**
 * An answer a member writes: kept in this browser until it is sent, whatever becomes of the tab. Its id is kept with it,
 * so that who never heard whether it arrived sends it again and not twice. `given` are the answers there are: one of
 * them is the draft, where it did arrive.
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
  // What was written since is another answer.
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
