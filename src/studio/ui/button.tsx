import { type ComponentProps, useId } from 'react';
import { copy } from '../copy.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** Why it cannot be pressed now, in a sentence; absent: it can. */
  disabledReason?: string | false | undefined;
  /** Its work is under way. */
  isBusy?: boolean;
}

/** A button that says why it is disabled, as its description and its tooltip. */
export function Button({ disabledReason, isBusy = false, children, ...button }: ButtonProps) {
  const id = useId();
  const reason = disabledReason || (isBusy && copy.common.busy);
  return (
    <>
      <button
        type="button"
        {...button}
        {...(reason && { disabled: true, title: reason, 'aria-describedby': id })}
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
