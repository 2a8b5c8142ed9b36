import { useEffect, useRef, useState } from 'react';
import {
  type DraftPlace,
  readDraftText,
  removeDraft,
  serializeDraft,
  writeDraft,
} from './draft-storage.ts';

/**
 * Stores what is written in a form until it is saved, so that it survives the form, the page and the tab. `unsaved` is all
 * that it takes to continue, or `undefined` if there is nothing to store; when the form opens, it is what was stored before.
 */
export function useStoredDraft(place: DraftPlace, unsaved: unknown) {
  const { form, member, id } = place;
  const content = unsaved === undefined ? undefined : JSON.stringify(unsaved);
  const [isKept, setKept] = useState(true);
  /** What this form has stored. Another tab may have stored something else since: that is not removed. */
  const own = useRef<{ content: string | undefined; text: string | undefined }>(undefined);

  useEffect(() => {
    const here = { form, member, id };
    own.current ??= { content, text: content && readDraftText(here) };
    if (own.current.content === content) return;
    if (content === undefined) removeOwn(here, own.current.text);
    const text = content && serializeDraft({ content: unsaved });
    own.current = { content, text };
    setKept(text === undefined || writeDraft(here, text));
  }, [form, member, id, content, unsaved]);

  return {
    /** False if what is written is lost with the page, because storage is blocked or full. */
    isKept,
    /** Removes the draft: it was saved or discarded, and the form closes. */
    forget: () => removeOwn(place, own.current?.text),
  };
}

function removeOwn(place: DraftPlace, text: string | undefined): void {
  if (text !== undefined && text === readDraftText(place)) removeDraft(place);
}
