import { describe, expect, it } from 'vitest';
import {
  addWaitingAction,
  applyActionResponse,
  countWaitingActions,
  createOutbox,
  MAX_ACTION_FAILURES,
  MAX_WAITING_ACTIONS,
  type Outbox,
  replaceTemporaryLineId,
} from './outbox.ts';
import {
  toActionRequest,
  toWaitingAction,
  toWaitingResponseData,
  type WaitingAction,
} from './waiting-action.ts';

const NOW = 1_800_000_000_000;
const BOOKMARK = '/articles/Ada/one/bookmark';
const READING = '/articles/Ada/one/reading';
const PLACE = '/articles/Ada/one/place';
const LINES = '/articles/Ada/one/lines';

let ids = 0;
const createAction = (method: 'PUT' | 'DELETE', path: string, body?: object): WaitingAction =>
  toWaitingAction({ method, path, body: body ? JSON.stringify(body) : '' }, `id-${ids++}`, NOW)!;
const fillOutbox = (...actions: WaitingAction[]) =>
  actions.reduce((outbox, action) => addWaitingAction(outbox, action)!, createOutbox('ada'));
/** Lists the waiting requests as they would be sent now. */
const listRequests = (outbox: Outbox) =>
  outbox.waiting
    .map((action) => replaceTemporaryLineId(outbox, action))
    .map(({ method, path }) => `${method} ${path}`);
const respond = (outbox: Outbox, status: number, options: { retryAfter?: number } = {}) =>
  applyActionResponse(outbox, outbox.waiting[0]!, { status, message: 'No.', ...options }, NOW);

describe('an action', () => {
  it.each([
    ['GET', BOOKMARK],
    ['PUT', '/articles/Ada/one/report'],
    ['PUT', '/lines/one/note'],
    ['DELETE', READING],
    ['DELETE', '/history'],
    ['PUT', '/user/narrator'],
  ])('cannot wait if it is %s %s', (method, path) => {
    expect(toWaitingAction({ method: method as 'PUT', path, body: '' }, 'id', NOW)).toBeUndefined();
  });

  it('contains its age when it is sent, if it is a report', () => {
    const reading = createAction('PUT', READING, { section: 'point-2', readAgo: 500 });
    expect(JSON.parse(toActionRequest(reading, NOW + 60_000).body)).toEqual({
      section: 'point-2',
      readAgo: 60_500,
    });
    const longAfter = toActionRequest(reading, NOW + 40 * 24 * 3_600_000);
    expect(JSON.parse(longAfter.body).readAgo).toBe(24 * 24 * 3_600_000);
    const beforeClockChange = toActionRequest(reading, NOW - 60_000);
    expect(JSON.parse(beforeClockChange.body).readAgo).toBe(0);
    expect(toActionRequest(createAction('DELETE', PLACE), NOW + 1000).path).toBe(
      `${PLACE}?heardAgo=1000`,
    );
  });

  it('is confirmed with the line that it keeps', () => {
    const action = createAction('PUT', LINES, { text: 'A line.' });
    expect(toWaitingResponseData(action)).toEqual({
      id: action.id,
      text: 'A line.',
      article: { id: 'one' },
      isWaiting: true,
    });
  });
});

describe('the outbox', () => {
  it('keeps the order of actions', () => {
    const outbox = fillOutbox(
      createAction('DELETE', BOOKMARK),
      createAction('PUT', '/authors/Ada/follow'),
      createAction('PUT', '/articles/Ada/two/bookmark'),
    );
    expect(listRequests(outbox)).toEqual([
      `DELETE ${BOOKMARK}`,
      'PUT /authors/Ada/follow',
      'PUT /articles/Ada/two/bookmark',
    ]);
  });

  it('contains the last of several actions on one thing', () => {
    const outbox = fillOutbox(
      createAction('PUT', BOOKMARK),
      createAction('PUT', '/authors/Ada/follow'),
      createAction('DELETE', BOOKMARK),
    );
    expect(listRequests(outbox)).toEqual(['PUT /authors/Ada/follow', `DELETE ${BOOKMARK}`]);
  });

  it('keeps the report that an article was finished when it is started again', () => {
    const outbox = fillOutbox(
      createAction('PUT', READING, { section: 'point-3' }),
      createAction('PUT', READING, { section: 'end' }),
      createAction('PUT', READING, { section: 'point-1' }),
      createAction('PUT', READING, { section: 'point-2' }),
    );
    expect(outbox.waiting.map(({ body }) => JSON.parse(body).section)).toEqual(['end', 'point-2']);
    expect(countWaitingActions(outbox)).toBe(0);
  });

  it('keeps each text of an article as a line of its own', () => {
    const outbox = fillOutbox(
      createAction('PUT', LINES, { text: 'One.' }),
      createAction('PUT', LINES, { text: 'Two.' }),
      createAction('PUT', LINES, { text: 'One.' }),
    );
    expect(outbox.waiting.map(({ body }) => JSON.parse(body).text)).toEqual(['Two.', 'One.']);
  });

  it('drops the oldest reports if it is full, and accepts nothing if there are none', () => {
    const reports = ['one', 'two'].map((id) =>
      createAction('PUT', `/articles/Ada/${id}/reading`, { section: 'point-1' }),
    );
    const bookmarks = Array.from({ length: MAX_WAITING_ACTIONS - 2 }, (_, index) =>
      createAction('PUT', `/articles/Ada/${index}/bookmark`),
    );
    let outbox = fillOutbox(bookmarks[0]!, ...reports, ...bookmarks.slice(1));
    for (const [index, reportCount] of [1, 0].entries()) {
      outbox = addWaitingAction(outbox, createAction('PUT', `/articles/Bo/${index}/bookmark`))!;
      expect(outbox.waiting).toHaveLength(MAX_WAITING_ACTIONS);
      expect(outbox.waiting.filter(({ kind }) => kind === 'reading')).toEqual(
        reports.slice(2 - reportCount),
      );
    }
    expect(
      addWaitingAction(outbox, createAction('PUT', '/articles/Bo/more/bookmark')),
    ).toBeUndefined();
    const opposite = addWaitingAction(outbox, createAction('DELETE', '/articles/Ada/0/bookmark'))!;
    expect(opposite.waiting).toHaveLength(MAX_WAITING_ACTIONS);
  });
});

describe('a response', () => {
  it.each([204, 200])('with status %i removes the action', (status) => {
    const outbox = respond(
      fillOutbox(createAction('PUT', BOOKMARK), createAction('PUT', PLACE, {})),
      status,
    );
    expect(listRequests(outbox)).toEqual([`PUT ${PLACE}`]);
    expect(outbox.refused).toEqual([]);
  });

  it('counts as success if nothing is left to remove', () => {
    expect(respond(fillOutbox(createAction('DELETE', BOOKMARK)), 404)).toMatchObject({
      waiting: [],
      refused: [],
    });
  });

  it.each([400, 403, 404, 409])('with status %i refuses the action', (status) => {
    const outbox = respond(
      fillOutbox(createAction('PUT', BOOKMARK), createAction('PUT', '/authors/Ada/follow')),
      status,
    );
    expect(listRequests(outbox)).toEqual(['PUT /authors/Ada/follow']);
    expect(outbox.refused).toEqual([
      {
        id: expect.any(String),
        kind: 'bookmark',
        method: 'PUT',
        path: BOOKMARK,
        status,
        message: 'No.',
      },
    ]);
  });

  it('does not tell the reader about refused reports', () => {
    const outbox = respond(fillOutbox(createAction('PUT', READING, { section: 'end' })), 404);
    expect(outbox).toMatchObject({ waiting: [], refused: [] });
  });

  it.each([408, 429, 500, 502, 503])('with status %i keeps all actions', (status) => {
    const before = fillOutbox(
      createAction('PUT', BOOKMARK),
      createAction('PUT', '/authors/Ada/follow'),
    );
    const outbox = respond(before, status, { retryAfter: 7 });
    expect(listRequests(outbox)).toEqual(listRequests(before));
    expect(outbox.retryAt).toBe(NOW + 7000);
    expect(respond(before, status).retryAt).toBe(NOW + 30_000);
    expect(respond(before, status, { retryAfter: 1e9 }).retryAt).toBe(NOW + 3_600_000);
  });

  it('refuses an action that fails repeatedly, so that it does not hold up the others', () => {
    let outbox = fillOutbox(
      createAction('PUT', BOOKMARK),
      createAction('PUT', '/authors/Ada/follow'),
    );
    for (let time = 1; time < MAX_ACTION_FAILURES; time++) outbox = respond(outbox, 500);
    expect(outbox.waiting).toHaveLength(2);
    for (let time = 0; time < 20; time++) outbox = respond(outbox, 503);
    expect(outbox.waiting).toHaveLength(2);
    outbox = respond(outbox, 500);
    expect(listRequests(outbox)).toEqual(['PUT /authors/Ada/follow']);
    expect(outbox.refused).toHaveLength(1);
  });

  it('with status 401 removes everything, because the session has ended', () => {
    const outbox = respond(fillOutbox(createAction('PUT', BOOKMARK)), 401);
    expect(outbox).toEqual(createOutbox('ada'));
  });

  it('does not remove the opposite action that the reader has made since', () => {
    const first = createAction('PUT', BOOKMARK);
    const outboxWithOpposite = addWaitingAction(
      fillOutbox(first),
      createAction('DELETE', BOOKMARK),
    )!;
    for (const status of [204, 403]) {
      const outbox = applyActionResponse(outboxWithOpposite, first, { status, message: '' }, NOW);
      expect(listRequests(outbox)).toEqual([`DELETE ${BOOKMARK}`]);
      expect(outbox.refused).toEqual([]);
    }
  });
});

describe('a line that is kept and removed before it is sent', () => {
  const keepAndRemove = () => {
    const keep = createAction('PUT', LINES, { text: 'One.' });
    return { keep, outbox: fillOutbox(keep, createAction('DELETE', `/lines/${keep.id}`)) };
  };

  it('is removed with the ID that the server gives it', () => {
    const { keep, outbox } = keepAndRemove();
    const sent = applyActionResponse(
      outbox,
      keep,
      { status: 200, message: '', lineId: 'real' },
      NOW,
    );
    expect(listRequests(sent)).toEqual(['DELETE /lines/real']);
  });

  it('has a known ID as long as it is one of the last 200 lines', () => {
    const { keep, outbox } = keepAndRemove();
    const isKnown = (current: Outbox) =>
      replaceTemporaryLineId(current, { path: `/lines/${keep.id}` }).path === '/lines/real';
    let sent = applyActionResponse(outbox, keep, { status: 200, message: '', lineId: 'real' }, NOW);
    for (let count = 1; count <= 200; count++) {
      expect(isKnown(sent)).toBe(true);
      const next = createAction('PUT', LINES, { text: `${count}.` });
      sent = applyActionResponse(sent, next, { status: 200, message: '', lineId: 'another' }, NOW);
    }
    expect(isKnown(sent)).toBe(false);
  });

  it('is forgotten if the server refuses it', () => {
    const { outbox } = keepAndRemove();
    expect(respond(outbox, 403)).toMatchObject({ waiting: [], refused: [] });
  });

  it('is kept if its removal is undone', () => {
    const { keep, outbox } = keepAndRemove();
    const restored = addWaitingAction(outbox, createAction('PUT', `/lines/${keep.id}`))!;
    expect(listRequests(restored)).toEqual([`PUT ${LINES}`, `PUT /lines/${keep.id}`]);
    const sent = applyActionResponse(
      restored,
      keep,
      { status: 200, message: '', lineId: 'real' },
      NOW,
    );
    expect(listRequests(sent)).toEqual(['PUT /lines/real']);
    const refused = applyActionResponse(restored, keep, { status: 403, message: 'No.' }, NOW);
    expect(refused).toMatchObject({ waiting: [], refused: [{ id: keep.id }] });
  });

  it('is kept if it is kept again', () => {
    const { outbox } = keepAndRemove();
    const keptAgain = addWaitingAction(outbox, createAction('PUT', LINES, { text: 'One.' }))!;
    expect(listRequests(keptAgain)).toEqual([`PUT ${LINES}`]);
  });
});
