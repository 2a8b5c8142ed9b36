import { type ComponentProps, useState } from 'react';

interface DateInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  /** YYYY-MM-DD, like `min` and `max`. */
  value: string;
  min: string;
  max: string;
  /** Called with a day between `min` and `max`. */
  onChange: (day: string) => void;
}

/**
 * A date field that reports complete dates only. Browsers report every key: while somebody types 2027 the year is 2, 20 and
 * 202, and it may get five digits. A date outside `min` and `max` stays in the field until it loses the focus.
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
