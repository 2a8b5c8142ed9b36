// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { renderOnPage, resetPage } from '#web/testing/render.tsx';
import { DateInput } from './date-input.tsx';

afterEach(resetPage);

function Day({ days }: { days: string[] }) {
  const [day, setDay] = useState('2026-11-24');
  const onChange = (next: string) => {
    days.push(next);
    setDay(next);
  };
  return (
    <DateInput aria-label="Day" min="2020-01-01" max="2027-12-31" value={day} onChange={onChange} />
  );
}

const getField = () => screen.getByLabelText<HTMLInputElement>('Day');
const type = (value: string) => fireEvent.change(getField(), { target: { value } });

it('reports a year once it is complete', () => {
  const days: string[] = [];
  renderOnPage(<Day days={days} />);
  for (const year of ['0002', '0020', '0202', '2025']) {
    type(`${year}-11-24`);
    expect(getField().value).toBe(`${year}-11-24`);
  }
  expect(days).toEqual(['2025-11-24']);
});

it.each(['0270-11-24', '12025-11-24', '2028-01-01', ''])(
  'restores the last valid date after %j',
  (text) => {
    const days: string[] = [];
    renderOnPage(<Day days={days} />);
    type(text);
    fireEvent.blur(getField());
    expect(getField().value).toBe('2026-11-24');
    expect(days).toEqual([]);
  },
);
