// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TextListField } from './text-list-field.tsx';

beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Openings({ begun }: { begun: string[] }) {
  const [items, setItems] = useState(begun);
  return (
    <TextListField
      legend="Opens"
      itemName="opening"
      items={items}
      onChange={setItems}
      countRange={[2, 4]}
      limit={20}
      errorAt={() => undefined}
    />
  );
}

const opening = (at: number) =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: `Opening ${at}` });
const texts = () => screen.getAllByRole<HTMLTextAreaElement>('textbox').map(({ value }) => value);
const type = (at: number, value: string) => fireEvent.change(opening(at), { target: { value } });
const focused = () => document.activeElement;

it('splits an item in two on Enter, and moves to the second', () => {
  render(<Openings begun={['a force and a drawing', 'a crew']} />);
  type(1, 'a force\nand a drawing');
  expect(texts()).toEqual(['a force', 'and a drawing', 'a crew']);
  expect(focused()).toBe(opening(2));
  expect(opening(2).selectionStart).toBe(0);
});

it('inserts pasted lines as items, up to the maximum', () => {
  render(<Openings begun={['a', 'b']} />);
  type(2, 'b\n\nc\nd');
  expect(texts()).toEqual(['a', 'b', 'c', 'd']);
  type(4, 'd\ne');
  expect(texts()).toEqual(['a', 'b', 'c', 'd e']);
  expect(screen.queryByRole('button', { name: 'Add another opening' })).toBeNull();
});

it('moves to the next item on Enter at the maximum', () => {
  render(<Openings begun={['a', 'b', 'c', 'd']} />);
  opening(1).focus();
  fireEvent.keyDown(opening(1), { key: 'Enter' });
  expect(focused()).toBe(opening(2));
});

it('removes an empty item on Backspace, but an item with text only by its button', () => {
  render(<Openings begun={['a', '', 'c', 'd']} />);
  fireEvent.keyDown(opening(1), { key: 'Backspace' });
  expect(texts()).toHaveLength(4);
  fireEvent.keyDown(opening(2), { key: 'Backspace' });
  expect(texts()).toEqual(['a', 'c', 'd']);
  expect(focused()).toBe(opening(1));
  fireEvent.click(screen.getByRole('button', { name: 'Remove opening 1' }));
  expect(texts()).toEqual(['c', 'd']);
  // When the list has reached its minimum length, no item can be removed, so the button that adds an item gets the
  // focus.
  expect(focused()).toBe(screen.getByRole('button', { name: 'Add another opening' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add another opening' }));
  expect(focused()).toBe(opening(3));
});
