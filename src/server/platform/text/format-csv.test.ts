import { describe, expect, it } from 'vitest';
import { formatCsv } from './format-csv.ts';

describe('a table as CSV', () => {
  it('quotes cells with commas, quotes or line breaks, and ends each line', () => {
    const rows = [
      ['Plain', 3, null],
      ['With, comma', -1, 0.5],
      ['He said "no"', 0, null],
      ['Two\nlines', 0, null],
    ];
    expect(formatCsv(['Title', 'Reads', 'Share'], rows)).toBe(
      'Title,Reads,Share\r\nPlain,3,\r\n"With, comma",-1,0.5\r\n"He said ""no""",0,\r\n"Two\nlines",0,\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
    'prevents a spreadsheet from running %j as a formula',
    (text) => {
      const [, cell] = formatCsv(['Title'], [[text]]).split(/\r\n(?=["'])/);
      expect(cell!.replace(/^"/, '').startsWith("'")).toBe(true);
    },
  );
});
