import { truncateCharacters } from '#domain/characters.ts';
import {
  CONTACT_FIELDS,
  CONTACT_LIMITS,
  type ContactDraft,
  parseContactSubject,
} from '#domain/contact.ts';
import { ALIAS_PATTERN, SLUG_PATTERN } from '#domain/paths.ts';
import { readStored, removeStored, writeStored } from '#ui/lib/storage.ts';
import type { SignedInReader } from '#web/reader/session.ts';

type Reader = SignedInReader | null;

export const EMPTY_DRAFT: ContactDraft = { name: '', email: '', subject: '', message: '' };

/**
 * What a form starts with, field by field: what has been typed before the page came alive, or else what was typed
 * before a reload, or else what is known of a reader, and what the address asks for (`?subject=…&article=…`).
 */
export function createInitialDraft(
  typed: ContactDraft,
  reader: Reader,
  search: string,
): ContactDraft {
  const kept = readStoredDraft(reader);
  const asked = draftFromUrl(search);
  const known = reader
    ? { name: truncateCharacters(reader.name, CONTACT_LIMITS.name), email: reader.email }
    : {};
  const sources: Partial<ContactDraft>[] = [typed, kept, asked, known];
  const entries = CONTACT_FIELDS.map((field) => [
    field,
    sources.map((source) => source[field]).find(Boolean) ?? '',
  ]);
  return Object.fromEntries(entries) as ContactDraft;
}

/** Keeps what is typed until it has been sent: in this tab alone. */
export function storeDraft(draft: ContactDraft, reader: Reader): void {
  writeStored('sessionStorage', keyOf(reader), draft);
}

export function removeDraft(reader: Reader): void {
  removeStored('sessionStorage', keyOf(reader));
}

/** A reader's goes with them when they sign out, as everything under `cache:` does. */
function keyOf(reader: Reader): string {
  return reader ? 'cache:contact' : 'contact';
}

function readStoredDraft(reader: Reader): Partial<ContactDraft> {
  const kept = readStored<Record<string, unknown>>('sessionStorage', keyOf(reader)) ?? {};
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

/** Whether it is the path of an article, and nothing else: a link must not put words into somebody's mouth. */
function isArticlePath(path: string): boolean {
  const [root, alias = '', slug = '', ...rest] = path.split('/');
  return root === '' && ALIAS_PATTERN.test(alias) && SLUG_PATTERN.test(slug) && !rest.length;
}
