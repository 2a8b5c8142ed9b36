import { z } from 'zod';
import { readStoredText, removeStoredItem, writeStoredText } from '#ui/lib/storage.ts';

/** The key of a draft in this browser's storage. Each member has separate drafts. */
export interface FormDraftKey {
  /** The form to which the draft belongs. The value `unsaved` stands for the article editor. */
  form: 'unsaved' | 'idea' | 'persona' | 'reply' | 'voices';
  /** ID of the member who wrote the draft. */
  member: string;
  /**
   * ID of the article, idea, persona or message that the draft belongs to. For an idea that is not stored yet, it is
   * `new`. For a draft of narrator voices, it is the kind of speech engine.
   */
  id: string;
  /** ID of the browser tab, for drafts of articles. Drafts of other forms are shared by all tabs. */
  tab?: string;
}

/** Lifetime of a draft in milliseconds, counted from its last change. */
const LIFETIME = 30 * 24 * 60 * 60 * 1000;

/** Drafts that could not be written to the browser's storage, by key. They are lost when the page is closed. */
const draftsInMemory = new Map<string, string>();

/** A draft with the time of its last change (ISO 8601). */
export type StoredFormDraft<Fields> = Fields & { at: string };

/**
 * Returns a stored draft. If the draft has expired or does not match the schema, removes the draft and returns
 * `undefined`.
 */
export function readFormDraft<Fields extends object>(
  draft: FormDraftKey,
  fields: z.ZodType<Fields>,
): StoredFormDraft<Fields> | undefined {
  const text = readFormDraftText(draft);
  if (text === undefined) return undefined;
  const stored = z.object({ at: z.iso.datetime() }).and(fields).safeParse(parseJson(text)).data;
  if (stored && Date.now() - Date.parse(stored.at) < LIFETIME) return stored;
  removeFormDraft(draft);
  return undefined;
}

/** Serializes a draft to JSON, with the current time. */
export function serializeFormDraft(fields: object): string {
  return JSON.stringify({ at: new Date().toISOString(), ...fields });
}

/** Returns the JSON text of a stored draft without validating it. */
export function readFormDraftText(draft: FormDraftKey): string | undefined {
  const key = storageKey(draft);
  return draftsInMemory.get(key) ?? readStoredText('localStorage', key) ?? undefined;
}

/**
 * Stores a draft. Returns false if the browser's storage is blocked or full, in which case the draft is lost when the
 * page is closed.
 */
export function storeFormDraft(draft: FormDraftKey, text: string): boolean {
  const key = storageKey(draft);
  const isStored = writeStoredText('localStorage', key, text);
  if (isStored) draftsInMemory.delete(key);
  else draftsInMemory.set(key, text);
  return isStored;
}

export function removeFormDraft(draft: FormDraftKey): void {
  const key = storageKey(draft);
  draftsInMemory.delete(key);
  removeStoredItem('localStorage', key);
}

/** Lists the IDs of the browser tabs that have stored a draft for the given form, member and article. */
export function listFormDraftTabs(draft: Omit<FormDraftKey, 'tab'>): string[] {
  const prefix = `${storageKey(draft)}:`;
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

function storageKey({ form, member, id, tab }: FormDraftKey): string {
  return ['studio', form, member, id, ...(tab === undefined ? [] : [tab])].join(':');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
