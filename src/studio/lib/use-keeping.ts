import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { readStoredText, removeStored, writeStoredText } from '#ui/lib/storage.ts';

/** Where something being written is kept. Who else works in this browser finds nothing there. */
export interface Place {
  form: 'idea' | 'persona' | 'reply';
  /** The id of whoever writes. */
  member: string;
  /** What it is about. */
  id: string;
}

interface Kept<Content> {
  /** When it was written last. */
  at: string;
  content: Content;
}

/** Milliseconds for which what nobody came back for is kept. */
export const KEPT_FOR = 30 * 24 * 60 * 60 * 1000;

/** What the browser did not take, as long as the page is there. */
const onPage = new Map<string, string>();

/** What is kept at a place. It may be from another release, or too old: then it is thrown away. */
export function keptAt<Content>(
  place: Place,
  schema: z.ZodType<Content>,
): Kept<Content> | undefined {
  const text = textAt(keyOf(place));
  if (text === undefined) return undefined;
  const kept = z.object({ at: z.iso.datetime(), content: schema }).safeParse(parsed(text)).data;
  if (kept && Date.now() - Date.parse(kept.at) < KEPT_FOR) return kept;
  forgetKept(place);
  return undefined;
}

export function forgetKept(place: Place): void {
  forget(keyOf(place));
}

/**
 * Keeps what is written in this browser until it is saved, whatever becomes of the tab. `unsaved`: all that it takes to
 * go on with it, or `undefined` where nothing is to be kept; as the form opens, that is what was kept of it before.
 */
export function useKeeping(place: Place, unsaved: unknown) {
  const key = keyOf(place);
  const content = unsaved === undefined ? undefined : JSON.stringify(unsaved);
  const [isKept, setKept] = useState(true);
  /** What this form knows to be kept. Another tab may have written there since: that is not ours to remove. */
  const own = useRef<{ content: string | undefined; text: string | undefined }>(undefined);

  useEffect(() => {
    own.current ??= { content, text: content && textAt(key) };
    if (own.current.content === content) return;
    if (content === undefined) forgetOwn(key, own.current.text);
    const text = content && `{"at":"${new Date().toISOString()}","content":${content}}`;
    own.current = { content, text };
    setKept(text === undefined || keep(key, text));
  }, [key, content]);

  return {
    /** Whether what is written outlives the page: the storage may be closed, or full. */
    isKept,
    /** It is saved, or thrown away, and the form goes. */
    forget: () => forgetOwn(key, own.current?.text),
  };
}

function keyOf({ form, member, id }: Place): string {
  return `studio:${form}:${member}:${id}`;
}

function textAt(key: string): string | undefined {
  return onPage.get(key) ?? readStoredText('localStorage', key) ?? undefined;
}

/** Whether it will be there for the next page, too. */
function keep(key: string, text: string): boolean {
  const isStored = writeStoredText('localStorage', key, text);
  if (isStored) onPage.delete(key);
  else onPage.set(key, text);
  return isStored;
}

function forgetOwn(key: string, text: string | undefined): void {
  if (text !== undefined && text === textAt(key)) forget(key);
}

function forget(key: string): void {
  onPage.delete(key);
  removeStored('localStorage', key);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
