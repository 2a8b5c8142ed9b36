import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FILES = globSync('src/{web,domain}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));

/** Finds the lines that match a pattern in the source files. Returns each line with its file's path and its number. */
function findLines(pattern: RegExp): string[] {
  return FILES.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? `${file}:${at + 1}: ${line.trim()}` : [])),
  );
}

it('reads all source files with readers’ texts', () => {
  expect(FILES.length).toBeGreaterThan(150);
});

it.each([
  ['Try Again', /\b(?!Try Again)(Try|TRY)[ -](again|Again|AGAIN)\b/],
  ['Sign Out', /\b(?!Sign Out)(Sign|SIGN)[ -](out|Out|OUT)\b|\bLog[ -]?out\b/],
  ['Contact Us', /\b(?!Contact Us)(Contact|CONTACT)[ -](us|Us|US)\b/],
  ['Load More', /\b(?!Load More)(Load|LOAD)[ -](more|More|MORE)\b/],
])('spells "%s" as in the specification', (label, misspelling) => {
  expect(findLines(new RegExp(label))).not.toEqual([]);
  expect(findLines(misspelling)).toEqual([]);
});

it('makes no promise that the product does not keep', () => {
  expect(
    findLines(
      /stock photo|from mathematics to parenting|two articles a week|every week|(five|ten) minutes (well|have)|as many as you like\. *[`'"]|opens soon/i,
    ),
  ).toEqual([]);
});
