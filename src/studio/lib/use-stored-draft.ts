import { useEffect, useRef, useState } from 'react';
import {
  type DraftKey,
  readDraftText,
  removeDraft,
  serializeDraft,
  writeDraft,
} from './draft-storage.ts';

/**
 * Stores unsaved form input until it is saved, so that it survives the form, the page and the tab. `unsaved` is
 * everything needed to continue, or `undefined` if there is nothing to store. When the form opens, it is what was
 * stored before.
 */
export function useStoredDraft(draft: DraftKey, unsaved: unknown) {
  const { form, member, id } = draft;
  const content = unsaved === undefined ? undefined : JSON.stringify(unsaved);
  const [isStored, setStored] = useState(true);
  /** The draft this form has stored. If another tab has stored something since, that is not removed. */
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
    /** False if the input is lost with the page, because storage is blocked or full. */
    isStored,
    /** Removes the draft after it was saved or discarded. */
    removeStoredDraft: () => removeIfUnchanged(draft, own.current?.text),
  };
}

function removeIfUnchanged(draft: DraftKey, text: string | undefined): void {
  if (text !== undefined && text === readDraftText(draft)) removeDraft(draft);
}
