import { type ComponentProps, useState } from 'react';

interface DateInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  /** The selected day as YYYY-MM-DD. `min` and `max` have the same format. */
  value: string;
  min: string;
  max: string;
  /** Called with each complete date from `min` to `max`. */
  onChange: (day: string) => void;
}

/**
 * Shows a date field that reports only complete dates. Browsers report a value after each key press. For example, while
 * the user types 2027, they report the years 2, 20 and 202. If a date is outside `min` and `max`, the field does not
 * report it and resets the date when it loses focus.
 */
export function DateInput({ value, min, max, onChange, ...input }: DateInputProps) {
  const [unfinished, setUnfinished] = useState<string>();
  const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && min <= text && text <= max;
  return (
    <input
      {...input}
      type="date"
      required
      min={min}
      max={max}
      value={unfinished ?? value}
      onChange={({ target }) => {
        const isFinished = isDay(target.value);
        setUnfinished(isFinished ? undefined : target.value);
        if (isFinished) onChange(target.value);
      }}
      onBlur={() => setUnfinished(undefined)}
    />
  );
}
