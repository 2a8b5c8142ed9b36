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
 * Returns the initial value of each field of the contact form. The first available value applies: text typed before
 * hydration, the stored draft, the value in the URL (`?subject=…&article=…`), and finally the reader's name and email
 * address.
 */
export function createInitialContactDraft(
  typed: ContactDraft,
  reader: Reader,
  search: string,
): ContactDraft {
  const kept = readStoredDraft(reader);
  const asked = draftFromUrl(search);
  const known = reader
    ? { name: truncateCharacters(reader.name, CONTACT_MAX_LENGTHS.name), email: reader.email }
    : {};
  const sources: Partial<ContactDraft>[] = [typed, kept, asked, known];
  const entries = CONTACT_FIELDS.map((field) => [
    field,
    sources.map((source) => source[field]).find(Boolean) ?? '',
  ]);
  return Object.fromEntries(entries) as ContactDraft;
}

/** Stores the draft of a contact message in this tab until the message is sent. */
export function storeContactDraft(draft: ContactDraft, reader: Reader): void {
  writeStoredJson('sessionStorage', keyOf(reader), draft);
}

export function removeContactDraft(reader: Reader): void {
  removeStoredItem('sessionStorage', keyOf(reader));
}

/** Returns the storage key of a draft. Keys that start with `cache:` are removed at sign-out. */
function keyOf(reader: Reader): string {
  return reader ? 'cache:contact' : 'contact';
}

function readStoredDraft(reader: Reader): Partial<ContactDraft> {
  const kept = readStoredJson<Record<string, unknown>>('sessionStorage', keyOf(reader)) ?? {};
  const texts = CONTACT_FIELDS.filter((field) => typeof kept[field] === 'string');
  return Object.fromEntries(texts.map((field) => [field, kept[field]]));
}

function draftFromUrl(search: string): Partial<ContactDraft> {
  const asked = new URLSearchParams(search);
  const subject = parseContactSubject(asked.get('subject'));
  const article = asked.get('article') ?? '';
  return {
    ...(subject && { subject }),
    ...(isArticlePath(article) && { message: `${location.origin}${article}\n\n` }),
  };
}

/** Returns true only for the path of an article, so that a link cannot prefill the message with any other text. */
function isArticlePath(path: string): boolean {
  const [root, alias = '', slug = '', ...rest] = path.split('/');
  return root === '' && ALIAS_PATTERN.test(alias) && SLUG_PATTERN.test(slug) && !rest.length;
}
