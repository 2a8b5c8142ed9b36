import { describe, expect, it } from 'vitest';
import { describeAuditAction, formatAuditValues } from './describe-entry.ts';

describe('an action in the log', () => {
  it.each([
    ['article.publish', 'published the article'],
    ['article.goBack', 'restored an earlier version of the article'],
    ['concern.ignored', 'ignored the concern about'],
    ['report.archive', 'archived the reported article'],
    ['message.markSpam', 'marked as spam:'],
  ])('is described in words: %s', (action, words) => {
    expect(describeAuditAction(action)).toBe(words);
  });

  it('falls back to the action’s name', () => {
    expect(describeAuditAction('article.turnOver')).toBe('turn over the article');
  });
});

describe('values of a change', () => {
  it.each([
    [
      { estimatedCost: 0.04, counts: { succeeded: 1 } },
      'Estimated cost: 0.04\nCounts: succeeded 1',
    ],
    [{ publishAt: '2026-11-28T09:30:00.000Z' }, /^Publish at: Nov 28, 2026, /],
    [{ status: 'human_review', isPinned: true }, 'Status: human review\nIs pinned: Yes'],
    [{ sources: [], tagline: null }, 'Sources: Nothing\nTagline: Nothing'],
    [{ request: '01a22221-7927-7698-875c-6687bb6a169b' }, 'Request: 01a22221…'],
    [{ serviceId: 'msgbatch_demo1986dec190001ae6b76c0726' }, 'Service id: demo1986…'],
    [null, 'Nothing'],
    ['as text', 'as text'],
  ])('are formatted: %j', (values, words) => {
    expect(formatAuditValues(values)).toEqual(
      typeof words === 'string' ? words : expect.stringMatching(words),
    );
  });
});
