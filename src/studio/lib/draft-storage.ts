import { z } from 'zod';
import { readStoredText, removeStored, writeStoredText } from '#ui/lib/storage.ts';

/** Identifies a draft in this browser. Each member has drafts of their own. */
export interface DraftKey {
  /** `unsaved` is an article. */
  form: 'unsaved' | 'idea' | 'persona' | 'reply';
  /** ID of the member who writes. */
  member: string;
  /** ID of the article, idea, persona or message, or `new`. */
  id: string;
  /** The tab that writes. Only articles have a draft for each tab. */
  tab?: string;
}

/** Milliseconds after which an abandoned draft is removed. */
const LIFETIME = 30 * 24 * 60 * 60 * 1000;

/** Drafts that the browser could not store. They last until the page is closed. */
const inMemory = new Map<string, string>();

/** A draft with the time of its last change (ISO 8601). */
export type StoredDraft<Fields> = Fields & { at: string };

/** Returns a stored draft. Removes it instead if it is too old, or does not fit the schema of this release. */
export function readDraft<Fields extends object>(
  draft: DraftKey,
  fields: z.ZodType<Fields>,
): StoredDraft<Fields> | undefined {
  const text = readDraftText(draft);
  if (text === undefined) return undefined;
  const stored = z.object({ at: z.iso.datetime() }).and(fields).safeParse(parseJson(text)).data;
  if (stored && Date.now() - Date.parse(stored.at) < LIFETIME) return stored;
  removeDraft(draft);
  return undefined;
}

/** Returns the JSON text of a draft, with the current time. */
export function serializeDraft(fields: object): string {
  return JSON.stringify({ at: new Date().toISOString(), ...fields });
}

/** Returns the JSON text of a stored draft, unchecked. */
export function readDraftText(draft: DraftKey): string | undefined {
  const key = storageKey(draft);
  return inMemory.get(key) ?? readStoredText('localStorage', key) ?? undefined;
}

/** Stores a draft. Returns false if it lasts only as long as the page, because storage is blocked or full. */
export function writeDraft(draft: DraftKey, text: string): boolean {
  const key = storageKey(draft);
  const isStored = writeStoredText('localStorage', key, text);
  if (isStored) inMemory.delete(key);
  else inMemory.set(key, text);
  return isStored;
}

export function removeDraft(draft: DraftKey): void {
  const key = storageKey(draft);
  inMemory.delete(key);
  removeStored('localStorage', key);
}

/** Lists the tabs that have stored a draft of the same item. */
export function listDraftTabs(draft: Omit<DraftKey, 'tab'>): string[] {
  const prefix = `${storageKey(draft)}:`;
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

function storageKey({ form, member, id, tab }: DraftKey): string {
  return ['studio', form, member, id, ...(tab === undefined ? [] : [tab])].join(':');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
