import { type ComponentProps, useId } from 'react';
import { copy } from '../copy.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** Sentence that explains why the button is disabled. If omitted, the button is enabled. */
  disabledReason?: string | false | undefined;
  /** True while the button's action is running. The button is then disabled. */
  isBusy?: boolean;
}

/** A button that, while disabled, shows the reason in its tooltip and in its description for screen readers. */
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
