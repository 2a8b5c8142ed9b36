import type { AuditSubjectKind } from '#domain/studio/audit.ts';
import { copy } from '../../copy.ts';
import { formatDateTime } from '../../lib/date-format.ts';

/**
 * Describes an action with words that follow the actor's name, such as "published the article" for `article.publish`.
 */
export function describeAuditAction(action: string): string {
  const phrase = ACTION_PHRASES[action];
  if (phrase) return phrase;
  const [subject = '', operation = ''] = action.split('.', 2);
  const [verb, preposition = ''] = ACTION_VERBS[operation] ?? [splitCamelCase(operation)];
  const subjectPhrase = SUBJECT_PHRASES[subject as AuditSubjectKind] ?? subject;
  return `${verb} ${preposition ? `${preposition} ` : ''}the ${subjectPhrase}`;
}

const SUBJECT_PHRASES: Readonly<Record<AuditSubjectKind, string>> = copy.log.things;

/** Complete descriptions, for actions that {@link ACTION_VERBS} does not describe well. */
const ACTION_PHRASES: Readonly<Record<string, string>> = copy.log.own;

/**
 * Past-tense verbs, by the second part of the action, such as "archived" for `archive`. `preposition` follows the verb,
 * as in "changed the role of the member".
 */
const ACTION_VERBS: Readonly<Record<string, readonly [verb: string, preposition?: string]>> =
  copy.log.actions;

/** Separates the words of a camel-case or snake-case identifier, so that "markSpam" becomes "mark spam". */
function splitCamelCase(identifier: string): string {
  return identifier
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('_', ' ');
}

/**
 * Formats the old or the new values of an audit log entry, one per line, such as "Publish at: Nov 28, 2026, 9:00 AM".
 * The values of a nested object are on one line: "Counts: succeeded 1, failed 0".
 */
export function formatAuditValues(values: unknown): string {
  if (!isRecord(values)) return formatValue(values);
  return Object.entries(values)
    .map(([name, value]) => `${capitalize(splitCamelCase(name))}: ${formatValue(value)}`)
    .join('\n');
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return copy.log.nothing;
  if (typeof value === 'boolean') return value ? copy.log.yes : copy.log.no;
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 4 });
  if (Array.isArray(value)) return value.map(formatValue).join(', ') || copy.log.nothing;
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, each]) => `${splitCamelCase(name)} ${formatValue(each)}`)
      .join(', ');
  const text = String(value);
  if (ISO_TIME.test(text)) return formatDateTime(text);
  if (UUID.test(text)) return `${text.slice(0, 8)}…`;
  if (SERVICE_ID.test(text)) return `${text.slice('msgbatch_'.length, 17)}…`;
  return STORED_STATE.test(text) ? text.replaceAll('_', ' ') : text;
}

/** Matches an ISO 8601 time in UTC. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Matches a UUID. The audit log shows only its first characters. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Matches an ID from the AI service, such as `msgbatch_01…`. The audit log shows only the first characters after the
 * prefix, because the whole ID would not fit on a line.
 */
const SERVICE_ID = /^msgbatch_\w{9,}$/;

/** Matches the stored form of a status, such as `human_review`. */
const STORED_STATE = /^[a-z]+(_[a-z]+)+$/;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
