// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { BaseDialogProps } from '#ui/dialog.tsx';
import { pressButton, renderOnPage, resetPage } from '#web/testing/render.tsx';
import { useLazyDialog } from './use-lazy-dialog.ts';

const FAILURE = 'The question could not be asked. Please try again.';

function Question({ isOpen, onClose, opener }: BaseDialogProps) {
  return (
    <dialog open={isOpen}>
      Opened by “{opener.current?.textContent}”
      <button type="button" onClick={onClose}>
        Close
      </button>
    </dialog>
  );
}
const load = vi.fn(async () => Question);

function Page() {
  const { Dialog, state, open } = useLazyDialog(load, FAILURE);
  return (
    <>
      <button ref={state.opener} type="button" onClick={open}>
        Ask
      </button>
      {Dialog && <Dialog {...state} />}
    </>
  );
}

afterEach(() => {
  load.mockClear();
  return resetPage();
});

it('loads a dialog when its button is pressed, and passes the button to it', async () => {
  renderOnPage(<Page />);
  expect(load).not.toHaveBeenCalled();
  await pressButton('Ask');
  expect(screen.getByRole('dialog').textContent).toContain('Opened by “Ask”');
  await pressButton('Close');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows a toast if the dialog fails to load, and retries with the next press', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  renderOnPage(<Page />);
  await pressButton('Ask');
  expect(screen.getByRole('alert').textContent).toBe(FAILURE);
  await pressButton('Ask');
  screen.getByRole('dialog');
});
