// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createErrorResponder, startFakeServer } from '#web/testing/server.ts';
import { copy } from '../../copy.ts';
import { CadenceScreen } from './cadence-screen.tsx';

afterEach(resetPage);

it('explains that gaps cannot be filled if loading has failed', async () => {
  startFakeServer().responses['GET /studio/cadence'] = createErrorResponder(500);
  renderOnPage(<CadenceScreen />);
  await waitForResponses();
  const button = screen.getByRole('button', { name: copy.cadence.fillLoading });
  expect(button.title).toBe(copy.common.notLoaded);
});
