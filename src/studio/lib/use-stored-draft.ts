import { useEffect, useRef, useState } from 'react';
import {
  type DraftKey,
  readDraftText,
  removeDraft,
  serializeDraft,
  writeDraft,
} from './draft-storage.ts';

/**
 * Stores what is written in a form until it is saved, so that it survives the form, the page and the tab. `unsaved` is all
 * that it takes to continue, or `undefined` if there is nothing to store; when the form opens, it is what was stored before.
 */
export function useStoredDraft(draft: DraftKey, unsaved: unknown) {
  const { form, member, id } = draft;
  const content = unsaved === undefined ? undefined : JSON.stringify(unsaved);
  const [isStored, setStored] = useState(true);
  /** What this form has stored. Another tab may have stored something else since: that is not removed. */
  const own = useRef<{ content: string | undefined; text: string | undefined }>(undefined);

  useEffect(() => {
    const key = { form, member, id };
    own.current ??= { content, text: content && readDraftText(key) };
    if (own.current.content === content) return;
    if (content === undefined) removeIfUnchanged(key, own.current.text);
    const text = content && serializeDraft({ content: unsaved });
    own.current = { content, text };
    setStored(text === undefined || writeDraft(key, text));
  }, [form, member, id, content, unsaved]);

  return {
    /** False if what is written is lost with the page, because storage is blocked or full. */
    isStored,
    /** Removes the draft: it was saved or discarded, and the form closes. */
    removeStoredDraft: () => removeIfUnchanged(draft, own.current?.text),
  };
}

function removeIfUnchanged(draft: DraftKey, text: string | undefined): void {
  if (text !== undefined && text === readDraftText(draft)) removeDraft(draft);
}
