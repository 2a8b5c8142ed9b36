import type { AuditSubject } from '#domain/studio/audit.ts';
import { copy } from '../../copy.ts';

/** What was done to what, as it is said after a name: "published the article" for `article.publish`. */
export function deedInWords(action: string): string {
  const own = OWN[action];
  if (own) return own;
  const [subject = '', deed = ''] = action.split('.', 2);
  const [verb, joint = ''] = DEEDS[deed] ?? [spacedOut(deed)];
  const thing = THINGS[subject as AuditSubject] ?? subject;
  return `${verb} ${joint ? `${joint} ` : ''}the ${thing}`;
}

const THINGS: Readonly<Record<AuditSubject, string>> = copy.log.things;

/** Phrases for actions that the tables of verbs would not say well. */
const OWN: Readonly<Record<string, string>> = copy.log.own;

/** By action: the verb in the past tense, and what stands between it and the thing. */
const DEEDS: Readonly<Record<string, readonly [verb: string, joint?: string]>> = copy.log.actions;

/** "markSpam" → "mark spam". */
function spacedOut(deed: string): string {
  return deed.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
}
