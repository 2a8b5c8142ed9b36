import { useEffect, useRef, useState } from 'react';
import {
  type FormDraftKey,
  readFormDraftText,
  removeFormDraft,
  serializeFormDraft,
  storeFormDraft,
} from './draft-storage.ts';

/**
 * Stores the unsaved input of a form in the browser, so that it is not lost when the form, the page or the tab is
 * closed. `unsaved` contains all data needed to continue editing, or is `undefined` if there is nothing to store. On
 * the first render, `unsaved` must equal the stored draft, if there is one.
 */
export function useStoreFormDraft(draft: FormDraftKey, unsaved: unknown) {
  const { form, member, id } = draft;
  const content = unsaved === undefined ? undefined : JSON.stringify(unsaved);
  const [isStored, setStored] = useState(true);
  /**
   * The draft that this form stored last. The form removes the stored draft only if it is still the same, because
   * another tab may have stored a newer draft.
   */
  const lastStored = useRef<{ content: string | undefined; text: string | undefined }>(undefined);

  useEffect(() => {
    const key = { form, member, id };
    lastStored.current ??= { content, text: content && readFormDraftText(key) };
    if (lastStored.current.content === content) return;
    if (content === undefined) removeIfUnchanged(key, lastStored.current.text);
    const text = content && serializeFormDraft({ content: unsaved });
    lastStored.current = { content, text };
    setStored(text === undefined || storeFormDraft(key, text));
  }, [form, member, id, content, unsaved]);

  return {
    /** False if the browser's storage is blocked or full, in which case the input is lost when the page is closed. */
    isStored,
    /** Removes the stored draft. Call it after the input has been saved or discarded. */
    removeStoredDraft: () => removeIfUnchanged(draft, lastStored.current?.text),
  };
}

function removeIfUnchanged(draft: FormDraftKey, text: string | undefined): void {
  if (text !== undefined && text === readFormDraftText(draft)) removeFormDraft(draft);
}
