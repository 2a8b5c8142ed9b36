// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import type { AiRequest } from '#domain/studio/ai-requests.ts';
import { aiRequestsInfiniteQuery } from '../lib/ai-requests.ts';
import { closeNotice, noticeStore } from '../ui/notices.ts';
import { useFinishedAiRequestNotices } from './use-finished-ai-request-notices.ts';

const UNKNOWN = { sentAt: '2026-11-28T16:00:00.000Z', cause: null, maxCost: 1 };
const NOTICE = 'We couldn’t confirm that the AI service received your request.';

afterEach(() => {
  cleanup();
  for (const { id } of noticeStore.get()) closeNotice(id);
});

function Shell() {
  useFinishedAiRequestNotices();
  return null;
}

/** Renders a stand-in for the studio's shell at a path. Returns a function that replaces the list of AI requests. */
function renderShell(path: string) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const setRequests = (...requests: Partial<AiRequest>[]) => {
    const pages = [{ requests: requests as AiRequest[], nextToken: null }];
    client.setQueryData(aiRequestsInfiniteQuery.queryKey, { pages, pageParams: [null] });
  };
  setRequests(createUnknownRequest('1'));
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <Shell />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  // The query client notifies its observers in a later task, so the returned function waits for that task.
  return (...requests: Partial<AiRequest>[]) =>
    act(async () => {
      setRequests(...requests);
      await new Promise((resolve) => setTimeout(resolve));
    });
}

const createUnknownRequest = (id: string): Partial<AiRequest> => ({
  id,
  status: 'in_progress',
  items: { pending: 1 },
  unknownOutcome: UNKNOWN,
});
const createSentRequest = (id: string): Partial<AiRequest> => ({
  ...createUnknownRequest(id),
  unknownOutcome: null,
});
const listTexts = () => noticeStore.get().map(({ text, link }) => [text, link.to]);

it('notifies once when the outcome of an unfinished request becomes unknown', async () => {
  const setRequests = renderShell('/ideas');
  await setRequests(createSentRequest('2'), createUnknownRequest('1'));
  expect(listTexts()).toEqual([]);
  await setRequests(createUnknownRequest('2'), createUnknownRequest('1'));
  await setRequests(createUnknownRequest('2'), createUnknownRequest('1'));
  expect(listTexts()).toEqual([[NOTICE, '/requests/2']]);
});

it('notifies of a new request whose outcome became unknown before it was first listed', async () => {
  const setRequests = renderShell('/ideas');
  await setRequests(createUnknownRequest('2'), createUnknownRequest('1'));
  expect(listTexts()).toEqual([[NOTICE, '/requests/2']]);
});

it('does not notify on the screen of the request', async () => {
  const setRequests = renderShell('/requests/2');
  await setRequests(createUnknownRequest('2'), createUnknownRequest('1'));
  expect(listTexts()).toEqual([]);
});
