import { describe, expect, it } from 'vitest';
import { toWaitingAction, type WaitingAction } from './waiting-action.ts';
import {
  applyActionToKnownBookmarksAndFollows,
  applyWaitingActions,
  isAffectedByWaitingActions,
  updateKnownBookmarksAndFollows,
} from './waiting-reads.ts';

const createAction = (
  method: 'PUT' | 'DELETE',
  path: string,
  body?: object,
  id = path,
): WaitingAction =>
  toWaitingAction({ method, path, body: body ? JSON.stringify(body) : '' }, id, 0)!;
const apply = (path: string, data: unknown, ...waiting: WaitingAction[]) =>
  applyWaitingActions({ waiting, members: { bookmark: ['Ada:known'] } }, path, data);

describe('a GET request', () => {
  it.each([
    ['/bookmarks/ids', true],
    ['/users/me/following', true],
    ['/articles/Ada/one/feedback', true],
    ['/lines?article=one&limit=50', true],
    ['/lines?limit=20&article=one', false],
    ['/lines?article=one&limit=50&nextToken=x', false],
    ['/bookmarks?limit=20', false],
    ['/history/ids', false],
  ])('for %s depends on waiting actions: %s', (path, isAffected) => {
    expect(isAffectedByWaitingActions(path)).toBe(isAffected);
  });
});

describe('the members of a set', () => {
  const waiting = [
    createAction('PUT', '/articles/Ad%C3%A9/two/bookmark'),
    createAction('DELETE', '/articles/Ada/one/bookmark'),
    createAction('PUT', '/authors/Ada/follow'),
  ];

  it('include waiting actions', () => {
    const data = { ids: ['Ada:one', 'Bo:three'] };
    expect(apply('/bookmarks/ids', data, ...waiting)).toEqual({ ids: ['Adé:two', 'Bo:three'] });
    expect(apply('/users/me/following', { authors: [] }, ...waiting)).toEqual({ authors: ['Ada'] });
  });

  it('are the last known ones while the server cannot be reached', () => {
    expect(apply('/bookmarks/ids', undefined, ...waiting)).toEqual({
      ids: ['Adé:two', 'Ada:known'],
    });
    expect(apply('/users/me/following', undefined, ...waiting)).toBeUndefined();
  });

  it('are unchanged if nothing waits', () => {
    const data = { ids: ['Ada:one'] };
    expect(apply('/bookmarks/ids', data, createAction('PUT', '/authors/Ada/follow'))).toBe(data);
  });

  it('are known from responses, and change with actions that the server has carried out', () => {
    const known = updateKnownBookmarksAndFollows({}, '/bookmarks/ids', {
      ids: ['Ada:one', 'Ada:two'],
    });
    expect(
      updateKnownBookmarksAndFollows(known, '/bookmarks/ids', { ids: ['Ada:one', 'Ada:two'] }),
    ).toBe(known);
    expect(
      updateKnownBookmarksAndFollows(known, '/lines?article=one&limit=50', { lines: [] }),
    ).toBe(known);
    expect(applyActionToKnownBookmarksAndFollows(known, waiting[1]!)).toEqual({
      bookmark: ['Ada:two'],
    });
    expect(applyActionToKnownBookmarksAndFollows(known, waiting[2]!)).toBe(known);
  });
});

describe('the feedback on an article', () => {
  const path = '/articles/Ada/one/feedback';

  it('is the one that waits', () => {
    const change = createAction('PUT', path, { feedbackType: 'PRACTICAL' });
    expect(apply(path, { feedbackType: null }, change)).toEqual({ feedbackType: 'PRACTICAL' });
    expect(apply(path, undefined, change)).toEqual({ feedbackType: 'PRACTICAL' });
    expect(apply(path, { feedbackType: 'PRACTICAL' }, createAction('DELETE', path))).toEqual({
      feedbackType: null,
    });
  });

  it('is unknown without a network if none waits', () => {
    expect(apply(path, undefined)).toBeUndefined();
  });
});

describe('the lines of an article', () => {
  const path = '/lines?article=one&limit=50';
  const keep = createAction('PUT', '/articles/Ada/one/lines', { text: 'New.' }, 'temporary');
  const otherLine = createAction('PUT', '/articles/Ada/two/lines', { text: 'Other.' });
  const data = { lines: [{ id: 'real', text: 'Old.' }], nextToken: null };

  it('include those that wait, without those whose removal waits', () => {
    const lines = apply(path, data, keep, otherLine, createAction('DELETE', '/lines/real'));
    expect(lines).toMatchObject({ lines: [{ id: 'temporary', text: 'New.' }], nextToken: null });
    expect(apply(path, undefined, keep)).toMatchObject({ lines: [{ id: 'temporary' }] });
    const removed = createAction('DELETE', '/lines/temporary');
    expect(apply(path, data, keep, removed)).toMatchObject(data);
    expect(apply(path, data, createAction('PUT', '/lines/real'))).toBe(data);
  });

  it('are unchanged if nothing waits, and unknown without a network', () => {
    expect(apply(path, data, otherLine)).toBe(data);
    expect(apply(path, undefined, otherLine)).toBeUndefined();
  });
});
