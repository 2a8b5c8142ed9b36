import { type ComponentProps, type MouseEvent, useId } from 'react';
import { copy } from '../copy.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** Sentence that explains why the button is disabled. If omitted, the button is enabled. */
  disabledReason?: string | false | undefined;
  /**
   * True while the button's action is running. Clicks then have no effect, but the button keeps focus, so that keyboard
   * users can continue from there.
   */
  isBusy?: boolean;
}

/** Shows a button. A disabled button shows the reason in its tooltip and in its accessible description. */
export function Button({ disabledReason, isBusy = false, children, ...button }: ButtonProps) {
  const id = useId();
  const reason = disabledReason || (isBusy && copy.common.busy);
  const state = disabledReason ? { disabled: true } : isBusy && BUSY;
  return (
    <>
      <button
        type="button"
        {...button}
        {...state}
        {...(reason && { title: reason, 'aria-describedby': id })}
      >
        {children}
      </button>
      {reason && (
        <span id={id} className="vh">
          {reason}
        </span>
      )}
    </>
  );
}

/**
 * The props of a busy button. The click handler prevents the default action, so that a click does not submit the form.
 */
const BUSY = {
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
};
