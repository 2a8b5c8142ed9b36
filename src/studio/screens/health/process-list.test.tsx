// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { MonitoredProcess, ProcessStatusReport } from '#domain/studio/health.ts';
import { renderOnPage, resetPage } from '#web/testing/render.tsx';
import { ProcessList } from './process-list.tsx';

const STATUS: ProcessStatusReport = {
  name: 'reader, process 1',
  role: 'all',
  version: '1.0.0',
  memory: 100_000_000,
  caches: [],
  voicesProblem: null,
  errors: { count: 0, newest: [] },
};
const PROCESS: MonitoredProcess = {
  id: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3d',
  startedAt: '2026-11-24T10:00:00.000Z',
  seenAt: '2026-11-24T10:00:00.000Z',
  isSilent: false,
  isResponding: true,
  status: STATUS,
};

afterEach(resetPage);

it('shows why a process records no narrations', () => {
  const voicesProblem = 'No voice model is installed on this machine.';
  renderOnPage(<ProcessList processes={[{ ...PROCESS, status: { ...STATUS, voicesProblem } }]} />);
  screen.getByText(voicesProblem);
  expect(screen.getByRole('link', { name: 'Records nothing' }).getAttribute('href')).toMatch(
    /\/narrators$/,
  );
});

it('shows nothing about the voices of a process that can record', () => {
  renderOnPage(<ProcessList processes={[PROCESS]} />);
  expect(screen.queryByRole('link')).toBeNull();
});
