// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copy } from '../copy.ts';
import { Button } from './button.tsx';

afterEach(cleanup);

const onClick = vi.fn();
const onSubmit = vi.fn((event: Event) => event.preventDefault());
beforeEach(() => vi.clearAllMocks());

/** Renders a submit button in a form, and returns the button. */
function renderButton(props: Partial<Parameters<typeof Button>[0]>) {
  const form = (
    <form onSubmit={({ nativeEvent }) => onSubmit(nativeEvent)}>
      <Button type="submit" onClick={onClick} {...props}>
        Save
      </Button>
    </form>
  );
  render(form, { container: document.body.appendChild(document.createElement('div')) });
  return screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
}

describe('a button', () => {
  it('acts and submits its form', () => {
    fireEvent.click(renderButton({}));
    expect(onClick).toHaveBeenCalledOnce();
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('does neither while it is busy, and keeps the focus', () => {
    const button = renderButton({ isBusy: true });
    button.focus();
    fireEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.title).toBe(copy.common.busy);
  });

  it('is disabled with a reason', () => {
    const button = renderButton({ disabledReason: 'Nothing has changed.' });
    expect(button.disabled).toBe(true);
    const description = document.getElementById(button.getAttribute('aria-describedby')!);
    expect(description!.textContent).toBe('Nothing has changed.');
  });
});
