// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { NewPrivatePodcast, PrivatePodcast } from '#domain/podcast.ts';
import { privatePodcastCopy as copy } from '#web/copy/private-podcast.ts';
import { LazyDialogButton } from '#web/lib/lazy-dialog-button.tsx';
import { signIn } from '#web/testing/reader.ts';
import {
  findDialog,
  getToastKind,
  pressButton,
  renderOnPage,
  resetPage,
  waitForResponses,
} from '#web/testing/render.tsx';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  startFakeServer,
} from '#web/testing/server.ts';
import { PrivatePodcastDialog } from './private-podcast-dialog.tsx';

const OFF: PrivatePodcast = { id: null, createdAt: null };
const ON = { id: '01a1f786-d343-7750-a2d1-e015f5c91322', createdAt: '2026-11-30T12:00:00.000Z' };
const NEW: NewPrivatePodcast = {
  id: '01a1f786-d343-7750-a2d1-e015f5c91323',
  createdAt: '2026-12-01T12:00:00.000Z',
  url: 'https://octavo.example/podcast/private/token/feed.xml',
};
const GET = 'GET /user/podcast';
const PUT = 'PUT /user/podcast';
const loadDialog = async () => PrivatePodcastDialog;

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  server.responses[PUT] = createJsonResponder(NEW);
  signIn('ada');
});
afterEach(resetPage);

async function openDialog(podcast: PrivatePodcast) {
  server.responses[GET] = createJsonResponder(podcast);
  renderOnPage(<LazyDialogButton load={loadDialog}>Podcast</LazyDialogButton>);
  await pressButton('Podcast');
  return within(await findDialog());
}
const listButtons = () =>
  screen.getAllByRole('button').flatMap(({ textContent }) => textContent || []);

it('creates an address and shows it, also after it was closed', async () => {
  const dialog = await openDialog(OFF);
  expect(dialog.queryByText(copy.switchOff)).toBeNull();
  await pressButton(copy.create, dialog);
  expect(server.lastChange).toMatchObject({ call: PUT, body: { replaces: null } });
  expect(dialog.getByRole('status').textContent).toContain(NEW.url);
  expect(getToastKind(copy.created)).toBe('success');
  expect(listButtons()).toEqual(
    expect.arrayContaining([copy.copyAddress, copy.replace, copy.switchOff]),
  );
  const { url: _, ...stored } = NEW;
  server.responses[GET] = createJsonResponder(stored);
  await pressButton('Close', dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await pressButton('Podcast');
  expect(within(await findDialog()).getByText(NEW.url)).toBeTruthy();
});

it('still shows a new address after the state was loaded again', async () => {
  const dialog = await openDialog(OFF);
  await pressButton(copy.create, dialog);
  const { url, ...stored } = NEW;
  server.responses[GET] = createJsonResponder(stored);
  server.responses[PUT] = createErrorResponder(500);
  const countLoads = () => server.requests.filter(({ call }) => call === GET).length;
  const before = countLoads();
  // After a failed change, the dialog loads the feed's state again.
  await pressButton(copy.replace, dialog);
  await waitForResponses();
  expect(countLoads()).toBe(before + 1);
  expect(dialog.getByText(url)).toBeTruthy();
});

it('cannot show an earlier address, and replaces it', async () => {
  const dialog = await openDialog(ON);
  await dialog.findByText(copy.since('November 30, 2026'));
  expect(dialog.queryByText(copy.copyAddress)).toBeNull();
  await pressButton(copy.replace, dialog);
  expect(server.lastChange!.body).toEqual({ replaces: ON.id });
  dialog.getByText(NEW.url);
});

it('switches the podcast off', async () => {
  const dialog = await openDialog(ON);
  await dialog.findByText(copy.switchOff);
  await pressButton(copy.switchOff, dialog);
  expect(server.changes).toEqual(['DELETE /user/podcast']);
  expect(getToastKind(copy.switchedOff)).toBe('success');
  dialog.getByText(copy.create);
  expect(dialog.queryByText(copy.switchOff)).toBeNull();
});

it('shows the address’s state again if it was changed elsewhere', async () => {
  const dialog = await openDialog(OFF);
  server.responses[PUT] = createErrorResponder(409, 'It was changed in another window.');
  server.responses[GET] = createJsonResponder(ON);
  await pressButton(copy.create, dialog);
  expect(getToastKind('It was changed in another window.')).toBe('error');
  await dialog.findByText(copy.since('November 30, 2026'));
});

it('says that a change failed', async () => {
  const dialog = await openDialog(OFF);
  server.responses[PUT] = createErrorResponder(500);
  await pressButton(copy.create, dialog);
  expect(getToastKind(copy.failed)).toBe('error');
});

it('offers to load the state again if it could not be loaded', async () => {
  server.responses[GET] = createErrorResponder(500);
  renderOnPage(<LazyDialogButton load={loadDialog}>Podcast</LazyDialogButton>);
  await pressButton('Podcast');
  const dialog = within(await findDialog());
  await dialog.findByText(copy.loadFailed);
  server.responses[GET] = createJsonResponder(OFF);
  await pressButton(copy.tryAgain, dialog);
  dialog.getByText(copy.create);
});
