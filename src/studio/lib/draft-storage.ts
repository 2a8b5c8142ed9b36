import { z } from 'zod';
import { readStoredText, removeStored, writeStoredText } from '#ui/lib/storage.ts';

/** Where a draft is stored in this browser. Other members who work in it find nothing there. */
export interface DraftKey {
  /** `unsaved`: of an article. */
  form: 'unsaved' | 'idea' | 'persona' | 'reply';
  /** The ID of the member who writes. */
  member: string;
  /** The ID of what the draft is about. */
  id: string;
  /** The tab that writes. Only articles have a draft for each. */
  tab?: string;
}

/** Milliseconds after which a draft that nobody came back for is removed. */
const LIFETIME = 30 * 24 * 60 * 60 * 1000;

/** Drafts that the browser did not store: they last as long as the page. */
const inMemory = new Map<string, string>();

/** A draft, with when it was last written (ISO 8601). */
export type StoredDraft<Fields> = Fields & { at: string };

/** Returns the draft at a draft. One that is too old, or does not fit the schema of this release, is removed. */
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

/** Returns the JSON text of a draft that is written now. */
export function serializeDraft(fields: object): string {
  return JSON.stringify({ at: new Date().toISOString(), ...fields });
}

/** Returns the JSON text of a draft, unchecked. */
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

/** Lists the tabs that have stored a draft of one thing. */
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
