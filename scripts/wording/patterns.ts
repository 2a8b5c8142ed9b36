/** A kind of text that the wording check reads. */
export type TextKind = 'comment' | 'doc' | 'copy' | 'title';

export interface WordingPattern {
  readonly pattern: RegExp;
  readonly appliesTo: readonly TextKind[];
  /** A sentence that says how to replace the matched words. */
  readonly advice: string;
  readonly bad: string;
  readonly good: string;
}

const EVERYWHERE: readonly TextKind[] = ['comment', 'doc', 'copy', 'title'];
const EXCEPT_COPY: readonly TextKind[] = ['comment', 'doc', 'title'];

/** Patterns for words and phrases that are hard to understand, each with advice on better wording. */
export const WORDING_PATTERNS: readonly WordingPattern[] = [
  {
    pattern:
      /^(?:what|who|whom|whose|whether|which|how(?! (?:many|much|often|long)\b)|why)\b(?![^.]*\?)/i,
    appliesTo: ['comment', 'title'],
    advice:
      'Begin with a verb or a noun: "Returns…", "True if…", "Number of…", "Reason for…", not with a relative clause.',
    bad: 'Whether the page is hydrated.',
    good: 'True once the page is hydrated.',
  },
  {
    pattern: /^(?:those|of|as \w+ as)\b/i,
    appliesTo: ['comment'],
    advice: 'Begin with the noun itself: "Articles on the screen", "The number of…".',
    bad: 'Those on the screen.',
    good: 'Authors on the screen.',
  },
  {
    pattern: /^(?!Decides|Describes|Explains|Defines|Checks|Controls)[A-Z][a-z]+s what\b/,
    appliesTo: ['comment', 'title'],
    advice: 'Give the verb an object that is a noun: "Removes expired rows", not "Removes what…".',
    bad: 'Removes what is too old.',
    good: 'Removes expired sessions.',
  },
  {
    pattern:
      /(?<!\bregardless )\b(?:of|by|with|for|than|from|beside|under|after|before|in|at|to) what\b/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Put a noun after the preposition: "by the saved version", "of the request".',
    bad: 'Compares it with what is stored.',
    good: 'Compares it with the stored version.',
  },
  {
    pattern: /^(?:where|when)\b[^,.:]*(?:\.|$)/i,
    appliesTo: ['comment'],
    advice: 'Write a main clause, or a noun such as "Location of…", "Time of…", "Date of…".',
    bad: 'When the article was published.',
    good: 'Time of publication.',
  },
  {
    pattern: /[.!?;] (?:What|Who|Whom|Whose)\b(?![^.]*\?)/,
    appliesTo: ['comment', 'doc'],
    advice: 'Begin the sentence with a noun: "a client that…", "data that…", "files that…".',
    bad: 'Sessions expire. What is older is deleted.',
    good: 'Sessions expire. Older rows are deleted.',
  },
  {
    pattern: /^(?:has|have) (?!no\b)/i,
    appliesTo: ['comment'],
    advice: 'Begin with the action itself ("Reloads…", "Notifies…") or "True if…".',
    bad: 'Has the CDN purge the page.',
    good: 'Purges the page from the CDN.',
  },
  {
    pattern: /\bwho(?:so)?m?ever\b/i,
    appliesTo: EVERYWHERE,
    advice: 'Name the person or program: a reader, a visitor, the client, the caller.',
    bad: 'The page for whoever asks for too much.',
    good: 'The page for clients that exceed the rate limit.',
  },
  {
    pattern: /\bwhatever\b/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Write "any …", "every …" or "regardless of …".',
    bad: 'Closes the dialog, whatever is open.',
    good: 'Closes any open dialog.',
  },
  {
    pattern: /\b(?:for|of|to|by|with|from|about|on|at) who\b/i,
    appliesTo: EVERYWHERE,
    advice: 'Name the person or program before the clause: "for a reader who…".',
    bad: 'The button for who is signed out.',
    good: 'The button for signed-out visitors.',
  },
  {
    pattern: /\breturns (?:what|who|whose|how|when|where)\b(?! (?:many|much|long)\b)/i,
    appliesTo: EXCEPT_COPY,
    advice:
      'Name the returned value: "Returns a function that…", "Returns true if…", "Returns the…".',
    bad: 'Returns how to stop it.',
    good: 'Returns a function that stops it.',
  },
  {
    pattern: /\bwhat (?:is|was|are|were|has|had|has been|have been)(?: \w+){1,4} to(?=[.,;:)]|$)/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Use a noun: "the current recording", "the request", "the target".',
    bad: 'Reloads what is listened to.',
    good: 'Reloads the current recording.',
  },
  {
    pattern: /\bwhat (?:stands|stood|becomes|became|comes|came|goes|went)\b/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Use a noun: the content, the result, the outcome, the element.',
    bad: 'Replaces what stands there.',
    good: 'Replaces the content.',
  },
  {
    pattern: /\b(?:seldomer|oftener|anew)\b/i,
    appliesTo: EVERYWHERE,
    advice:
      'Write "less often", "more often", "again" or the exact verb (regenerate, reload, redraw).',
    bad: 'Pages are made anew.',
    good: 'Pages are rendered again.',
  },
  {
    pattern: /\b(?:the|a|its|their|every|of) meanwhile\b/i,
    appliesTo: EVERYWHERE,
    advice: '"Meanwhile" is no noun: write "in the meantime" or name the change.',
    bad: 'Shows the meanwhile.',
    good: 'Shows the changes that another editor saved.',
  },
  {
    pattern: /\b(?:is|are|was|were) to be\b/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Write "must be", "should be" or "will be".',
    bad: 'There is to be one row a reader.',
    good: 'There must be one row per reader.',
  },
  {
    pattern: /\bbe it\b/i,
    appliesTo: EVERYWHERE,
    advice: 'Write "whether … or …", or "even if".',
    bad: 'Fails, be it that the file is missing.',
    good: 'Fails if the file is missing.',
  },
  {
    pattern: /\b(?:of the like|and (?:its|their) like)\b/i,
    appliesTo: EVERYWHERE,
    advice: 'Name the other things, or write "similar".',
    bad: 'Sessions and their like.',
    good: 'Sessions and similar rows.',
  },
  {
    pattern: /\bnobody (?:here|there)\b/i,
    appliesTo: EVERYWHERE,
    advice: 'Say which group has no members: "no editor", "no connected client".',
    bad: 'Nobody here has asked.',
    good: 'No client has requested it.',
  },
  {
    pattern: /\btold\b/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Write "notified", "reported", "sent" or "distinguished", and name the receiver.',
    bad: 'The editor is told of a conflict.',
    good: 'The editor is notified of a conflict.',
  },
  {
    pattern:
      /(?<!\bto )\b(?:tell|tells|telling)(?: (?!whether\b|if\b|how\b|whose\b)\w+){1,3} of\b(?!.*\bapart\b)/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Write "notifies … of", "reports … to" or "sends … to".',
    bad: 'Tells the workers of new jobs.',
    good: 'Notifies the workers of new jobs.',
  },
  {
    pattern: /\b(?:leave|leaves|leaving|left) off\b/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Write "stop", "unsubscribe" or "omit".',
    bad: 'Leaves off at the first error.',
    good: 'Stops at the first error.',
  },
  {
    pattern: /(?<!\b(?:page|your|our|my) )\bfaults?\b(?![ -]toleran)/i,
    appliesTo: EVERYWHERE,
    advice: 'Write "error", "failure", "bug" or "defect".',
    bad: 'Logs the fault.',
    good: 'Logs the error.',
  },
  {
    pattern: /\b(?:the|our|this|its) (?:house|districts?)\b(?! (?:ads?|rules|style)\b)/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Write codebase, layer, module, folder or import rule.',
    bad: 'Each wing of the house has one door.',
    good: 'Each module has one entry point.',
  },
  {
    pattern: /(?<!\bnoise )\bfloors?\b/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Write "layer" for code, "minimum" or "limit" for a measurement.',
    bad: 'Ends with 1 when one misses a floor.',
    good: 'Exits with 1 if one is below its minimum.',
  },
  {
    pattern: /\bstrangers?\b/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Write "visitor", "anonymous client", "attacker" or "other machine".',
    bad: 'Strangers wait in line.',
    good: 'Anonymous clients wait in a queue.',
  },
  {
    pattern: /\bmakings\b|\b(?:a|the|each|every|one|another|no) making\b(?! of\b)/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Name it: a job, a rendering, a synthesis.',
    bad: 'One making serves all readers.',
    good: 'One job serves all readers.',
  },
  {
    pattern: /(?<!, )\bso many\b(?!(?: [\w-]+){1,4} that\b)/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Name the number: "`limit` rows", "the given number of seconds".',
    bad: 'Waits for so many seconds.',
    good: 'Waits for `delay` seconds.',
  },
  {
    pattern: /\b(?:can|may|could|to) be had\b/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Write "is available", "can be bought" or "can be loaded".',
    bad: 'True if Premium can be had.',
    good: 'True if Premium is for sale.',
  },
  {
    pattern: /\btak(?:e|es|ing) note\b/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Write "records", "stores" or "marks".',
    bad: 'Takes note of the request.',
    good: 'Records the request.',
  },
  {
    pattern: /(?<!\band )\bno more(?=[.,;:)]|$)/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Write "no longer", "not … any more" or "nothing else".',
    bad: 'The server knows the reader no more.',
    good: 'The session has ended.',
  },
  {
    pattern: /\babsent: /i,
    appliesTo: EXCEPT_COPY,
    advice: 'Write "Default: …", "Omit it to…" or "`undefined` if…".',
    bad: 'The label; absent: none.',
    good: 'The label. Default: none.',
  },
  {
    pattern: /\bwhere there (?:is|are|was) (?:none|one|no)\b|\b(?:nothing|none) where\b/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Write "if there is none", "if it exists" or "otherwise".',
    bad: '`undefined` where there is none.',
    good: '`undefined` if there is none.',
  },
  {
    pattern: /\banswer(?:s|ed|ing)? (?:with )?(?:a )?[2-5]\d\d\b/i,
    appliesTo: EXCEPT_COPY,
    advice: 'A server "responds with" a status code.',
    bad: 'Answers 404.',
    good: 'Responds with 404.',
  },
  {
    pattern:
      /\b(?:page|screen|article|image|picture|list|search|photograph)(?:'s|s'|s)? address(?:es)?\b|\baddress(?:es)? (?:of|for) (?:a|an|the|this|its|each|every) (?:page|screen|article|picture|list|file|checkout|image|tab|recording)\b/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Write "URL" or "path"; an address is for mail and IP.',
    bad: 'The address of a page.',
    good: 'The URL of a page.',
  },
  {
    pattern: /\b(?:undertaker|happenings?|shelving|darkroom|callings?-off)\b/i,
    appliesTo: EXCEPT_COPY,
    advice:
      "Use the field's term: dead-letter worker, transition, publication, image pipeline, cancellation.",
    bad: 'The undertaker reports it.',
    good: 'The dead-letter worker reports it.',
  },
  {
    pattern: /\bin hand\b/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Write "in progress", "claimed" or "running".',
    bad: 'The job in hand.',
    good: 'The job in progress.',
  },
  {
    pattern: /\bwork(?:s|ed|ing)? (?:\w+ )?off\b/i,
    appliesTo: EXCEPT_COPY,
    advice: 'Write "runs jobs" or "processes jobs".',
    bad: 'Works jobs off.',
    good: 'Runs background jobs.',
  },
  {
    pattern: /\bfor ever\b/i,
    appliesTo: EVERYWHERE,
    advice: 'Write "forever", "endlessly" or "permanently".',
    bad: 'Redirects for ever.',
    good: 'Redirects endlessly.',
  },
];
