import { type ComponentProps, useId } from 'react';
import { copy } from '../copy.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** Sentence that says why the button is disabled. Without it, the button is enabled. */
  disabledReason?: string | false | undefined;
  /** True while its action runs. The button is disabled meanwhile. */
  isBusy?: boolean;
}

/** A button that explains why it is disabled, in its description and its tooltip. */
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
