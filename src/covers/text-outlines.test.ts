import { describe, expect, it } from 'vitest';
import { readCardTypefaces } from './share-card.ts';
import { wrapText } from './text-outlines.ts';

const { display, text } = readCardTypefaces();
const WIDTH = 500;
const options = { sizes: [70, 50, 40], width: WIDTH, maxLines: 4 };

describe('a wrapped text', () => {
  it.each([
    'Short',
    'How Blind Mice Knew It Was Morning',
    'The Clock That Was Right by Accident, and the Astronomer Who Trusted It',
    'Sixty Nanoseconds Too Soon: What a Cable That Was Not Plugged In Taught',
  ])('keeps the words of “%s”, in lines that fit', (title) => {
    const { lines, size } = wrapText(display, title, options);
    expect(lines.join(' ')).toBe(title);
    expect(lines.length).toBeLessThanOrEqual(options.maxLines);
    for (const line of lines) expect(display.measure(line, size)).toBeLessThanOrEqual(WIDTH);
  });

  it('has lines of about equal length', () => {
    const { lines, size } = wrapText(display, 'How Blind Mice Knew It Was Morning', options);
    const widths = lines.map((line) => display.measure(line, size));
    expect(lines.length).toBeGreaterThan(1);
    expect(Math.min(...widths)).toBeGreaterThan(Math.max(...widths) / 2);
  });

  it('gets smaller with its length', () => {
    const getSize = (words: number) => wrapText(display, 'letters '.repeat(words), options).size;
    expect([getSize(2), getSize(10), getSize(13)]).toEqual([70, 50, 40]);
  });

  it('ends with an ellipsis if it is too long even at the smallest size', () => {
    const { lines, size } = wrapText(display, 'letters and words '.repeat(40), options);
    expect(size).toBe(40);
    expect(lines).toHaveLength(options.maxLines);
    expect(lines.at(-1)).toMatch(/\w…$/);
    for (const line of lines) expect(display.measure(line, size)).toBeLessThanOrEqual(WIDTH);
  });

  it('is shortened even if it is one word', () => {
    const { lines } = wrapText(display, 'x'.repeat(200), options);
    expect(lines).toEqual([expect.stringMatching(/^x+…$/)]);
    expect(display.measure(lines[0]!, 40)).toBeLessThanOrEqual(WIDTH);
  });
});

describe('a wrapped text with a word that is too long', () => {
  it('is shortened at that word only', () => {
    const { lines, size } = wrapText(display, `A ${'x'.repeat(60)} word`, options);
    expect(lines).toEqual(['A', expect.stringMatching(/^x+…$/), 'word']);
    for (const line of lines) expect(display.measure(line, size)).toBeLessThanOrEqual(WIDTH);
  });
});

describe('a drawn text', () => {
  it('takes letters from several files, and leaves out those that no file has', () => {
    const placement = { x: 0, y: 0, size: 20, fill: '#000' };
    const countGlyphs = (line: string) => text.draw(line, placement).split('<path').length - 1;
    expect(countGlyphs('Ernő')).toBe(3);
    expect(countGlyphs('Poincaré')).toBe(8);
    expect(countGlyphs('a b')).toBe(2);
    expect(text.measure('中', 20)).toBe(0);
    expect(text.measure('ab', 20)).toBeCloseTo(text.measure('ab', 10) * 2);
  });
});
