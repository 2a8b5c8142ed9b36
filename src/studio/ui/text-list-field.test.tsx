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

function Openings({ initialItems }: { initialItems: string[] }) {
  const [items, setItems] = useState(initialItems);
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

const getOpening = (position: number) =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: `Opening ${position}` });
const listTexts = () =>
  screen.getAllByRole<HTMLTextAreaElement>('textbox').map(({ value }) => value);
const type = (position: number, value: string) =>
  fireEvent.change(getOpening(position), { target: { value } });
const getFocusedElement = () => document.activeElement;

it('splits an item in two on Enter, and moves to the second', () => {
  render(<Openings initialItems={['a force and a drawing', 'a crew']} />);
  type(1, 'a force\nand a drawing');
  expect(listTexts()).toEqual(['a force', 'and a drawing', 'a crew']);
  expect(getFocusedElement()).toBe(getOpening(2));
  expect(getOpening(2).selectionStart).toBe(0);
});

it('inserts pasted lines as items, up to the maximum', () => {
  render(<Openings initialItems={['a', 'b']} />);
  type(2, 'b\n\nc\nd');
  expect(listTexts()).toEqual(['a', 'b', 'c', 'd']);
  type(4, 'd\ne');
  expect(listTexts()).toEqual(['a', 'b', 'c', 'd e']);
  expect(screen.queryByRole('button', { name: 'Add another opening' })).toBeNull();
});

it('moves to the next item on Enter at the maximum', () => {
  render(<Openings initialItems={['a', 'b', 'c', 'd']} />);
  getOpening(1).focus();
  fireEvent.keyDown(getOpening(1), { key: 'Enter' });
  expect(getFocusedElement()).toBe(getOpening(2));
});

it('removes an empty item on Backspace, but an item with text only by its button', () => {
  render(<Openings initialItems={['a', '', 'c', 'd']} />);
  fireEvent.keyDown(getOpening(1), { key: 'Backspace' });
  expect(listTexts()).toHaveLength(4);
  fireEvent.keyDown(getOpening(2), { key: 'Backspace' });
  expect(listTexts()).toEqual(['a', 'c', 'd']);
  expect(getFocusedElement()).toBe(getOpening(1));
  fireEvent.click(screen.getByRole('button', { name: 'Remove opening 1' }));
  expect(listTexts()).toEqual(['c', 'd']);
  // The list has reached its minimum length, so no item can be removed, and focus moves to the button that adds an
  // item.
  expect(getFocusedElement()).toBe(screen.getByRole('button', { name: 'Add another opening' }));
  fireEvent.click(screen.getByRole('button', { name: 'Add another opening' }));
  expect(getFocusedElement()).toBe(getOpening(3));
});
