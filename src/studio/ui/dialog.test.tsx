// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

let openDialog: () => void;
let closeDialog: () => void;

function PageWithDialog() {
  const [isOpen, setOpen] = useState(false);
  openDialog = () => setOpen(true);
  closeDialog = () => setOpen(false);
  return (
    <>
      <textarea aria-label="Text" />
      <Dialog isOpen={isOpen} onClose={closeDialog} title="Link">
        <input aria-label="URL" />
        <input aria-label="Title" />
      </Dialog>
    </>
  );
}

const readFocusedLabel = () => document.activeElement?.getAttribute('aria-label');

beforeEach(() => vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('focuses its first field before the next frame, so that text typed at once goes there', async () => {
  render(<PageWithDialog />);
  screen.getByLabelText('Text').focus();
  await act(async () => openDialog());
  expect(readFocusedLabel()).toBe('URL');
  screen.getByLabelText('Title').focus();
  await act(async () => vi.advanceTimersByTime(100));
  expect(readFocusedLabel()).toBe('Title');
  await act(async () => closeDialog());
  await act(async () => vi.advanceTimersByTime(100));
  expect(readFocusedLabel()).toBe('Text');
});
