// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NarratorsReport } from '#domain/studio/narrators.ts';
import type { VoiceInstallation } from '#domain/studio/voice-installation.ts';
import { renderOnPage, resetPage } from '#web/testing/render.tsx';
import { createStudioQueryClient } from '../../lib/studio-api.ts';
import { narratorsQuery, voiceInstallationQuery } from './queries.ts';
import { VoiceInstallationPanel } from './voice-installation-panel.tsx';

const NOT_INSTALLED: VoiceInstallation = {
  ...{ state: 'none', step: 'module', done: 0, total: 0, reason: null },
  ...{ isInstalled: false, obstacle: null, host: 'github.com' },
  ...{ bytes: 350e6, downloadedBytes: 0, neededBytes: 1.05e9, freeBytes: 20e9 },
};
const BUILT_IN = {
  engine: { kind: 'built_in', name: null, voices: 'flite', problem: null },
  available: [{ kind: 'built_in', name: null, isInUse: true }],
} as unknown as NarratorsReport;

/** The installation's state on the simulated server, and the requests that the server has received. */
let installation: VoiceInstallation;
let requests: string[];
let refusal: string | undefined;

beforeEach(() => {
  installation = NOT_INSTALLED;
  requests = [];
  refusal = undefined;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    requests.push(`${method} ${new URL(url, 'http://localhost').pathname}`);
    if (method !== 'GET' && refusal) return Response.json({ error: refusal }, { status: 409 });
    if (method === 'POST') installation = { ...installation, state: 'running' };
    if (method === 'DELETE') installation = { ...installation, state: 'canceled' };
    return Response.json({ data: installation });
  });
});
afterEach(resetPage);

const queryClient = createStudioQueryClient();
async function renderPanel(state: Partial<VoiceInstallation> = {}, report = BUILT_IN) {
  installation = { ...NOT_INSTALLED, ...state };
  queryClient.clear();
  renderOnPage(<VoiceInstallationPanel report={report} />, { queries: queryClient });
  await screen.findByText(/./, { selector: 'h2' });
}
/**
 * Changes the installation's state on the simulated server, then refetches it, as the panel does at regular intervals.
 */
const refetch = (state: Partial<VoiceInstallation>) => {
  installation = { ...installation, ...state };
  return queryClient.invalidateQueries({ queryKey: voiceInstallationQuery.queryKey });
};

describe('VoiceInstallationPanel', () => {
  it('shows size, source, license, time and disk space before the installation', async () => {
    await renderPanel();
    screen.getByText('350 MB from github.com');
    screen.getByText(/^Apache-2\.0/);
    screen.getByText(/^About 2 minutes at 20 Mbit\/s/);
    screen.getByText('1.1 GB needed, 20 GB free');
  });

  it('shows the progress in bytes, and cancels', async () => {
    await renderPanel();
    const button = screen.getByRole('button', { name: 'Install natural voices' });
    button.focus();
    fireEvent.click(button);
    await screen.findByText('Installing the speech program');
    expect(screen.getByRole('progressbar').hasAttribute('value')).toBe(false);
    await refetch({ step: 'download', done: 87.5e6, total: 350e6, downloadedBytes: 87.5e6 });
    await screen.findByText('87.5 MB of 350 MB');
    expect(screen.getByRole<HTMLProgressElement>('progressbar').position).toBe(0.25);
    const cancel = screen.getByRole('button', { name: 'Cancel' });
    expect(document.activeElement).toBe(cancel);
    fireEvent.click(cancel);
    await screen.findByText(/^The installation was canceled\. 87\.5 MB of 350 MB are downloaded/);
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Continue installing' }),
    );
    const methods = requests.filter((request) => !request.startsWith('GET'));
    expect(methods).toEqual([
      'POST /api/v1/studio/narrators/installation',
      'DELETE /api/v1/studio/narrators/installation',
    ]);
  });

  it('shows the reason of a failure, and tries again', async () => {
    await renderPanel({ state: 'failed', reason: 'The server returned status 404.' });
    screen.getByText('The server returned status 404.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('progressbar');
  });

  it('tells that a process has stopped before the end, and continues', async () => {
    await renderPanel({ state: 'interrupted', downloadedBytes: 100e6 });
    screen.getByText(/^Octavo stopped before .+ 100 MB of 350 MB are downloaded already\.$/);
    screen.getByRole('button', { name: 'Continue installing' });
  });

  it('tells how much disk space is missing', async () => {
    await renderPanel({ freeBytes: 0.95e9 });
    screen.getByText('Free 100 MB of disk space first.');
  });

  it('shows the reason of a refusal, and what another editor has started', async () => {
    await renderPanel();
    refusal = 'Natural voices are already being installed.';
    installation = { ...NOT_INSTALLED, state: 'running', step: 'unpack' };
    fireEvent.click(screen.getByRole('button', { name: 'Install natural voices' }));
    await screen.findByText(refusal);
    await screen.findByText('Unpacking the voices');
  });

  it('shows instructions instead of a button where it cannot install', async () => {
    await renderPanel({ obstacle: 'Run “npm run narrator:neural” on each machine.' });
    screen.getByText(/^Run “npm run narrator:neural”/);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('tells how to use the installed voices, and refreshes the report', async () => {
    await renderPanel({ state: 'running', step: 'test', done: 3, total: 4 });
    screen.getByText('3 of 4 narrators');
    queryClient.setQueryData(narratorsQuery.queryKey, BUILT_IN);
    await refetch({ state: 'installed', isInstalled: true });
    await screen.findByText(/press “Use natural voices” above\.$/);
    await screen.findByText('Natural voices are installed.');
    expect(queryClient.getQueryState(narratorsQuery.queryKey)!.isInvalidated).toBe(true);
    expect(screen.queryByRole('button', { name: /nstall/ })).toBeNull();
  });

  it('shows nothing if natural voices are in use', async () => {
    const engine = { ...BUILT_IN.engine, kind: 'neural' as const };
    const report = {
      ...BUILT_IN,
      engine,
      available: [{ ...BUILT_IN.available[0]!, kind: 'neural' as const }],
    };
    installation = { ...NOT_INSTALLED, state: 'installed', isInstalled: true };
    queryClient.clear();
    const { container } = renderOnPage(<VoiceInstallationPanel report={report} />, {
      queries: queryClient,
    });
    await vi.waitFor(() =>
      expect(queryClient.getQueryData(voiceInstallationQuery.queryKey)).toBeDefined(),
    );
    expect(container.querySelector('section')).toBeNull();
  });
});
