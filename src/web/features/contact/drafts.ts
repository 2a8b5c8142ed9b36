import { truncateCharacters } from '#domain/characters.ts';
import {
  CONTACT_FIELDS,
  CONTACT_MAX_LENGTHS,
  type ContactDraft,
  parseContactSubject,
} from '#domain/contact.ts';
import { ALIAS_PATTERN, SLUG_PATTERN } from '#domain/paths.ts';
import { readStoredJson, removeStoredItem, writeStoredJson } from '#ui/lib/storage.ts';
import type { SignedInReader } from '#web/reader/session.ts';

type Reader = SignedInReader | null;

export const EMPTY_CONTACT_DRAFT: ContactDraft = { name: '', email: '', subject: '', message: '' };

/**
 * Returns the initial value for each field of the contact form. Uses the first available value: text typed before
 * hydration, the stored draft, the value in the URL (`?subject=…&article=…`), or the reader's name and email address.
 */
export function createInitialContactDraft(
  typed: ContactDraft,
  reader: Reader,
  search: string,
): ContactDraft {
  const stored = readStoredDraft(reader);
  const linked = parseDraftFromUrl(search);
  const profile = reader
    ? { name: truncateCharacters(reader.name, CONTACT_MAX_LENGTHS.name), email: reader.email }
    : {};
  const sources: Partial<ContactDraft>[] = [typed, stored, linked, profile];
  const entries = CONTACT_FIELDS.map((field) => [
    field,
    sources.map((source) => source[field]).find(Boolean) ?? '',
  ]);
  return Object.fromEntries(entries) as ContactDraft;
}

/** Stores the draft of a contact message in session storage. */
export function storeContactDraft(draft: ContactDraft, reader: Reader): void {
  writeStoredJson('sessionStorage', getKey(reader), draft);
}

export function removeContactDraft(reader: Reader): void {
  removeStoredItem('sessionStorage', getKey(reader));
}

/** Returns the storage key of a draft. Keys that start with `cache:` are removed at sign-out. */
function getKey(reader: Reader): string {
  return reader ? 'cache:contact' : 'contact';
}

function readStoredDraft(reader: Reader): Partial<ContactDraft> {
  const stored = readStoredJson<Record<string, unknown>>('sessionStorage', getKey(reader)) ?? {};
  const validFields = CONTACT_FIELDS.filter((field) => typeof stored[field] === 'string');
  return Object.fromEntries(validFields.map((field) => [field, stored[field]]));
}

function parseDraftFromUrl(search: string): Partial<ContactDraft> {
  const parameters = new URLSearchParams(search);
  const subject = parseContactSubject(parameters.get('subject'));
  const article = parameters.get('article') ?? '';
  return {
    ...(subject && { subject }),
    ...(isArticlePath(article) && { message: `${location.origin}${article}\n\n` }),
  };
}

/**
 * Returns true only for an article's path. A link to the contact form must not be able to prefill the message with any
 * other text.
 */
function isArticlePath(path: string): boolean {
  const [root, alias = '', slug = '', ...rest] = path.split('/');
  return root === '' && ALIAS_PATTERN.test(alias) && SLUG_PATTERN.test(slug) && !rest.length;
}
