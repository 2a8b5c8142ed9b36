import type { AuditSubject } from '#domain/studio/audit.ts';

/** What was done to what, as it is said after a name: "published the article" for `article.publish`. */
export function deedInWords(action: string): string {
  const own = OWN[action];
  if (own) return own;
  const [subject = '', deed = ''] = action.split('.', 2);
  const [verb, joint = ''] = DEEDS[deed] ?? [spacedOut(deed)];
  const thing = THINGS[subject as AuditSubject] ?? subject;
  return `${verb} ${joint ? `${joint} ` : ''}the ${thing}`;
}

const THINGS: Readonly<Record<AuditSubject, string>> = {
  article: 'article',
  author: 'author',
  idea: 'idea',
  request: 'request',
  review: 'review',
  concern: 'concern about',
  report: 'reports of',
  message: 'message about',
  member: 'member',
  picture: 'picture of',
  job: 'job',
  settings: 'settings',
};

/** What the tables below would not say well. */
const OWN: Readonly<Record<string, string>> = {
  'article.accept': 'took to human review the article',
  'report.archive': 'archived, after reports, the article',
  'report.edit': 'took up the reports of the article',
  'request.create': 'made the request',
};

/** By what is noted: the past tense, and what stands before the thing. */
const DEEDS: Readonly<Record<string, readonly [verb: string, joint?: string]>> = {
  accept: ['accepted'],
  ai_improved: ['had the AI settle'],
  archive: ['archived'],
  begin: ['began'],
  cancel: ['called off'],
  change: ['changed'],
  choose: ['chose'],
  create: ['added'],
  crop: ['cut anew'],
  decline: ['declined'],
  deliver: ['delivered'],
  dismiss: ['dismissed'],
  edit: ['edited'],
  end: ['finished'],
  expire: ['ran out of time with'],
  fail: ['failed with'],
  goBack: ['went back to an earlier version', 'of'],
  grant: ['changed the role', 'of'],
  human_addressed: ['settled'],
  ignored: ['ignored'],
  markSpam: ['marked as spam'],
  pending_action: ['opened again'],
  propose: ['proposed'],
  publish: ['published'],
  read: ['said to have read'],
  reinstate: ['took back'],
  reject: ['turned down'],
  remove: ['removed'],
  reopen: ['opened again'],
  reply: ['answered'],
  restore: ['put back'],
  resume: ['took up again'],
  retire: ['retired'],
  retry: ['tried again'],
  review: ['had the AI review'],
  rework: ['took back to draft'],
  schedule: ['scheduled'],
  settle: ['settled the conflict', 'about'],
  take: ['took'],
  unschedule: ['took the schedule', 'from'],
  update: ['gave readers the changes', 'to'],
  upload: ['uploaded'],
};

/** "markSpam" → "mark spam". */
function spacedOut(deed: string): string {
  return deed.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
}
