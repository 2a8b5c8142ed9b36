// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetPage, waitForResponses } from '#web/testing/render.tsx';
import { Dialog } from './dialog.tsx';

/** Finishes the closing animation of the current dialog. */
let endAnimation: () => void;

beforeEach(() => {
  const { promise, resolve } = Promise.withResolvers<void>();
  endAnimation = resolve;
  const getAnimations = () => [{ finished: promise }];
  Element.prototype.getAnimations = getAnimations as unknown as Element['getAnimations'];
});
afterEach(async () => {
  await resetPage();
  Reflect.deleteProperty(Element.prototype, 'getAnimations');
});

/** A page with a dialog, and a second dialog that can replace the first. */
function Page() {
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<'form' | 'question'>();
  const dialog = { onClose: () => setOpen(undefined), opener };
  return (
    <>
      <button ref={opener} type="button" onClick={() => setOpen('form')}>
        Open
      </button>
      <Dialog title="Form" isOpen={open === 'form'} {...dialog}>
        <button type="button" onClick={() => setOpen('question')}>
          Send
        </button>
      </Dialog>
      <Dialog title="Question" isOpen={open === 'question'} {...dialog}>
        <button type="button">Answer</button>
      </Dialog>
    </>
  );
}

async function openForm() {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', { name: 'Form' });
}

const getFocusedText = () => document.activeElement?.textContent;

it('starts at its title if there is text to read first', async () => {
  render(
    <Dialog title="For good?" isTitleFocused isOpen onClose={() => {}} opener={{ current: null }}>
      <a href="/privacy">The policy</a>
    </Dialog>,
  );
  await screen.findByRole('dialog');
  await waitFor(() => expect(getFocusedText()).toBe('For good?'));
});

describe('a dialog that closes', () => {
  it("focuses the page's heading if its opener was removed", async () => {
    render(
      <main>
        <h1>Settings</h1>
        <Page />
      </main>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'Form' });
    // An action in the dialog may hide the button that opened the dialog.
    screen.getByText('Open').checkVisibility = () => false;
    await userEvent.keyboard('{Escape}');
    endAnimation();
    await waitFor(() => expect(getFocusedText()).toBe('Settings'));
  });

  it('returns the focus to its opener', async () => {
    await openForm();
    await userEvent.keyboard('{Escape}');
    endAnimation();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(getFocusedText()).toBe('Open'));
  });

  it('leaves the focus to a dialog that has opened in its place', async () => {
    await openForm();
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    const question = await screen.findByRole('dialog', { name: 'Question' });
    endAnimation();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Form' })).toBeNull());
    await waitForResponses();
    expect(question.contains(document.activeElement)).toBe(true);
  });
});

describe('the Back button', () => {
  beforeEach(() => {
    history.pushState({ idx: 1 }, '', '/articles');
    history.pushState({ idx: 2 }, '', '/one');
  });

  it('closes a dialog, and then goes back', async () => {
    const onPopState = vi.fn();
    addEventListener('popstate', onPopState);
    await openForm();
    history.back();
    await waitFor(() => expect(screen.getByRole('dialog').dataset.open).toBeUndefined());
    endAnimation();
    await waitFor(() => expect(location.pathname).toBe('/one'));
    expect(history.state).toEqual({ idx: 2 });
    expect(onPopState).not.toHaveBeenCalled();
    history.back();
    await waitFor(() => expect(onPopState).toHaveBeenCalled());
    expect(location.pathname).toBe('/articles');
    removeEventListener('popstate', onPopState);
  });

  it('closes the dialog that was opened last', async () => {
    const closeDialog = vi.fn();
    const opener = { current: null };
    const dialog = (title: string) => (
      <Dialog key={title} title={title} isOpen onClose={() => closeDialog(title)} opener={opener} />
    );
    const { rerender } = render([dialog('Player')]);
    await screen.findByRole('dialog', { name: 'Player' });
    rerender([dialog('Player'), dialog('Question')]);
    await screen.findByRole('dialog', { name: 'Question' });
    history.back();
    await waitFor(() => expect(closeDialog).toHaveBeenCalledExactlyOnceWith('Question'));
    await waitFor(() => expect(location.pathname).toBe('/one'));
  });
});

describe('the Back button on the first page of a visit', () => {
  beforeEach(() => {
    history.pushState(null, '', '/elsewhere');
    history.pushState({ idx: 0 }, '', '/one');
  });

  it('closes a dialog, and then leaves the site', async () => {
    await openForm();
    history.back();
    await waitFor(() => expect(screen.getByRole('dialog').dataset.open).toBeUndefined());
    endAnimation();
    await waitForResponses();
    expect(location.pathname).toBe('/one');
    history.back();
    await waitFor(() => expect(location.pathname).toBe('/elsewhere'));
  });

  it('leaves in one step after the dialog was closed in another way', async () => {
    const onPopState = vi.fn();
    await openForm();
    addEventListener('popstate', onPopState);
    await userEvent.keyboard('{Escape}');
    endAnimation();
    await waitForResponses();
    expect(onPopState).not.toHaveBeenCalled();
    removeEventListener('popstate', onPopState);
    history.back();
    await waitFor(() => expect(location.pathname).toBe('/elsewhere'));
  });

  it('closes a dialog that replaced another, and then leaves in one step', async () => {
    await openForm();
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    const question = await screen.findByRole('dialog', { name: 'Question' });
    await waitForResponses();
    expect(question.dataset.open).toBeDefined();
    history.back();
    await waitFor(() => expect(question.dataset.open).toBeUndefined());
    endAnimation();
    await waitForResponses();
    expect(location.pathname).toBe('/one');
    history.back();
    await waitFor(() => expect(location.pathname).toBe('/elsewhere'));
  });

  it('does not cancel a navigation that a link in the dialog starts', async () => {
    await openForm();
    history.pushState({ idx: 1 }, '', '/plans');
    await resetPage();
    await waitForResponses();
    expect(location.pathname).toBe('/plans');
    history.back();
    await waitFor(() => expect(location.pathname).toBe('/one'));
    history.back();
    await waitFor(() => expect(location.pathname).toBe('/elsewhere'));
  });
});
