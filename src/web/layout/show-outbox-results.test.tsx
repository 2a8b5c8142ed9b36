// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { feedbackCopy } from '#web/copy/feedback.ts';
import { offlineCopy } from '#web/copy/offline.ts';
import { BookmarkButton } from '#web/features/bookmarks/bookmark-button.tsx';
import { FeedbackBlock } from '#web/features/feedback/feedback-block.tsx';
import { FollowButton } from '#web/features/follows/follow-button.tsx';
import { useFollowerCount } from '#web/features/follows/follower-count.ts';
import { keepLine, removeKeptLine, useKeptLineLookup } from '#web/features/lines/kept-lines.ts';
import type { OutboxStatus, RefusedAction } from '#web/lib/outbox-messages.ts';
import { SERVICE_WORKER_URL } from '#web/lib/service-worker-messages.ts';
import { signIn } from '#web/testing/reader.ts';
import {
  getCurrentPrompt,
  getToastKind,
  pressButton,
  renderOnPage,
  resetPage,
  waitForResponses,
} from '#web/testing/render.tsx';
import { createJsonResponder, type FakeServer, startFakeServer } from '#web/testing/server.ts';
import {
  type FakeServiceWorkerContainer,
  installFakeServiceWorkerContainer,
  removeFakeServiceWorkerContainer,
} from '#web/testing/service-worker.ts';
import { showOutboxResults } from './show-outbox-results.ts';

const ARTICLE = { authorAlias: 'Plumbline', id: 'a1', title: 'A number' };
const REFUSAL: RefusedAction = {
  id: 'temporary',
  kind: 'bookmark',
  method: 'PUT',
  path: '/articles/Plumbline/a1/bookmark',
  status: 403,
  message: 'You have 10 bookmarks. Premium holds 1,000.',
};
const FOLLOW_REFUSAL: RefusedAction = {
  ...REFUSAL,
  kind: 'follow',
  path: '/authors/Plumbline/follow',
  message: 'You’re following 3 authors.',
};

let server: FakeServer;
let workers: FakeServiceWorkerContainer;
let stopFollowing: () => void;

/** Shows the follower count of an author. */
function Followers() {
  return <output>{useFollowerCount({ alias: 'Plumbline', followerCount: 5 })}</output>;
}
/** Shows the ID of a kept line (a saved passage), or "none". */
function KeptLine() {
  return <output>{useKeptLineLookup(ARTICLE)('A line.') ?? 'none'}</output>;
}
/** A fake `IntersectionObserver` that never reports an intersection. */
class FakeObserver {
  observe() {}
  disconnect() {}
}
const getOutput = () => document.querySelector('output')!.textContent;
const getPressedState = (name: string | RegExp) => screen.getByRole('button', { name }).ariaPressed;

async function receiveStatus(status: Partial<OutboxStatus>) {
  act(() => workers.send(status));
  // The page first loads the code that handles the results of sent and refused actions.
  await vi.dynamicImportSettled();
  await waitForResponses();
}

beforeEach(() => {
  server = startFakeServer();
  server.responses['GET /bookmarks/ids'] = createJsonResponder({ ids: [] });
  server.responses['GET /users/me/following'] = createJsonResponder({ authors: [] });
  workers = installFakeServiceWorkerContainer();
  signIn('ada');
  stopFollowing = showOutboxResults();
});
afterEach(async () => {
  stopFollowing();
  removeFakeServiceWorkerContainer();
  await resetPage();
});

it('shows a toast when an action of this page waits', async () => {
  renderOnPage(null);
  await receiveStatus({ waiting: 1, isEmpty: false });
  expect(screen.queryByText(offlineCopy.savedHere)).toBeNull();
  await receiveStatus({ waiting: 1, isEmpty: false, isSaved: true });
  expect(getToastKind(offlineCopy.savedHere)).toBe('info');
});

it('repeats the status request until no action waits', async () => {
  vi.useFakeTimers();
  const countRequests = () => workers.received.splice(0).length;
  expect(countRequests()).toBeGreaterThan(0);
  workers.send({ isEmpty: false });
  vi.advanceTimersByTime(500);
  expect(countRequests()).toBe(1);
  workers.send({ isEmpty: false });
  vi.advanceTimersByTime(1000);
  expect(countRequests()).toBe(1);
  workers.send({ isEmpty: false });
  workers.send({ isEmpty: true });
  vi.advanceTimersByTime(60_000);
  expect(countRequests()).toBe(0);
});

it('requests refusals only while the page is visible', async () => {
  renderOnPage(null);
  workers.received = [];
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await receiveStatus({ hasRefusals: true });
  expect(workers.received).toEqual([]);
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await receiveStatus({ hasRefusals: true });
  expect(workers.received).toEqual([
    { type: 'outbox', takesRefusals: false },
    { type: 'outbox', takesRefusals: true },
  ]);
});

it('requests the status only from service workers with a version in their URL', async () => {
  stopFollowing();
  workers.controller.scriptURL = 'https://octavo.example/sw.js';
  workers.received = [];
  stopFollowing = showOutboxResults();
  expect(workers.received).toEqual([]);
  workers.controller.scriptURL = `https://octavo.example${SERVICE_WORKER_URL}`;
  workers.dispatchEvent(new Event('controllerchange'));
  expect(workers.received).toEqual([{ type: 'outbox', takesRefusals: false }]);
});

it('ignores messages of the service worker that it does not know', async () => {
  renderOnPage(null);
  for (const data of [undefined, '', { type: 'other', isSaved: true }])
    workers.dispatchEvent(new MessageEvent('message', { data }));
  await receiveStatus({});
  expect(screen.queryByText(offlineCopy.savedHere)).toBeNull();
});

describe('a refused action', () => {
  it('is undone, and the limit is shown in the server’s words', async () => {
    renderOnPage(<BookmarkButton article={ARTICLE} />);
    await waitForResponses();
    await pressButton('Bookmark');
    expect(getPressedState('Bookmark')).toBe('true');
    await receiveStatus({ refusals: [REFUSAL, { ...REFUSAL, id: 'other' }] });
    expect(getPressedState('Bookmark')).toBe('false');
    expect(getCurrentPrompt()).toMatchObject({
      kind: 'limit',
      message: `${offlineCopy.refused.bookmark(2)} ${REFUSAL.message}`,
    });
  });

  it('is undone in the follower count, and shown in a toast if a dialog is open', async () => {
    renderOnPage(
      <>
        <FollowButton alias="Plumbline" />
        <Followers />
      </>,
    );
    await waitForResponses();
    await pressButton(/^Follow/);
    expect(getOutput()).toBe('6');
    await receiveStatus({ refusals: [REFUSAL, FOLLOW_REFUSAL] });
    expect(getOutput()).toBe('5');
    expect(screen.getByRole('button', { name: /^Follow/ }).ariaPressed).toBe('false');
    const text = `${offlineCopy.refused.follow(1)} ${FOLLOW_REFUSAL.message}`;
    expect(getToastKind(text)).toBe('warning');
  });
});

it('feedback that was refused is undone, and the reason is shown', async () => {
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  const path = '/articles/Plumbline/a1/feedback';
  server.responses[`GET ${path}`] = createJsonResponder({ feedbackType: 'PRACTICAL' });
  renderOnPage(<FeedbackBlock article={ARTICLE} />);
  await pressButton(/^Intriguing/);
  expect(getPressedState(/^Intriguing/)).toBe('true');
  screen.getByText(feedbackCopy.thanks.INTRIGUING);
  await receiveStatus({
    refusals: [{ ...REFUSAL, kind: 'feedback', path, status: 404, message: 'No.' }],
  });
  expect(getPressedState(/^Intriguing/)).toBe('false');
  expect(getPressedState(/^Practical/)).toBe('true');
  expect(screen.queryByText(feedbackCopy.thanks.INTRIGUING)).toBeNull();
  expect(getToastKind(`${offlineCopy.refused.feedback(1)} No.`)).toBe('warning');
});

it('refused feedback is loaded again only for the articles of this page', async () => {
  renderOnPage(null);
  const path = '/articles/Plumbline/another/feedback';
  await receiveStatus({
    refusals: [{ ...REFUSAL, kind: 'feedback', path, status: 404, message: 'No.' }],
  });
  expect(getToastKind(`${offlineCopy.refused.feedback(1)} No.`)).toBe('warning');
  expect(server.requests.map(({ call }) => call)).not.toContain(`GET ${path}`);
});

describe('a line that waits', () => {
  beforeEach(async () => {
    server.responses['GET /lines?article=a1&limit=50'] = createJsonResponder({ lines: [] });
    const line = { id: 'temporary', text: 'A line.', article: { id: 'a1' }, isWaiting: true };
    server.responses['PUT /articles/Plumbline/a1/lines'] = createJsonResponder(line);
    renderOnPage(<KeptLine />);
    await act(() => keepLine(ARTICLE, 'A line.'));
    await waitForResponses();
    expect(getOutput()).toBe('temporary');
  });

  it('has the ID of the server after it was sent', async () => {
    await receiveStatus({ sent: [{ id: 'temporary', kind: 'line', lineId: 'real' }] });
    expect(getOutput()).toBe('real');
  });

  it('is still kept if its removal was refused', async () => {
    await act(() => removeKeptLine('temporary'));
    expect(getOutput()).toBe('none');
    const line = { id: 'real', text: 'A line.', article: { id: 'a1' } };
    server.responses['GET /lines?article=a1&limit=50'] = createJsonResponder({ lines: [line] });
    const removal = { method: 'DELETE', path: '/lines/real', status: 500 } as const;
    await receiveStatus({ refusals: [{ ...REFUSAL, ...removal, kind: 'line' }] });
    expect(getOutput()).toBe('real');
  });

  it('is no longer kept after it was refused', async () => {
    await receiveStatus({ refusals: [{ ...REFUSAL, kind: 'line' }] });
    expect(getOutput()).toBe('none');
    expect(getCurrentPrompt()).toMatchObject({ kind: 'limit' });
  });
});

it('loads the finished articles again after a reading was sent', async () => {
  server.responses['GET /history/ids'] = createJsonResponder({ ids: ['a1'] });
  renderOnPage(null);
  await receiveStatus({ sent: [{ id: 'x', kind: 'reading' }] });
  expect(server.calls).toContain('GET /history/ids');
});
