// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { closePrompt, promptSignIn, showPlanLimitDialog, useCurrentPrompt } from './prompt.ts';

const intent = { action: 'follow', alias: 'Plumbline' } as const;

function Page() {
  return useCurrentPrompt() ? 'a prompt' : 'none';
}

it('shows one prompt at a time, until it is closed', () => {
  const { result } = renderHook(useCurrentPrompt);
  expect(result.current).toBeUndefined();
  act(() => promptSignIn(intent));
  expect(result.current).toEqual({ kind: 'sign-in', intent });
  const removeItemsLink = { label: 'Unfollow an author', path: '/profile/following' };
  act(() => showPlanLimitDialog('Three authors is the limit.', removeItemsLink));
  expect(result.current).toEqual({
    kind: 'limit',
    message: 'Three authors is the limit.',
    removeItemsLink,
  });
  act(closePrompt);
  expect(result.current).toBeUndefined();
});

it('shows no prompt on the server', () => {
  act(() => promptSignIn(intent));
  expect(renderToString(<Page />)).toBe('none');
  act(closePrompt);
});
