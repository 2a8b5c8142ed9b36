/**
 * Checks comments, docs, interface texts and test titles for phrases that are hard to understand
 * (scripts/wording/patterns.ts), and comments for lines that are too long.
 *
 *   node scripts/check-wording.ts [path prefix…]     default: every file that Git does not ignore
 *
 * Exits with code 1 if it finds such a phrase or line. Without path prefixes, also exits with code 1 if it finds no
 * comments, no docs, no interface texts, or no test titles.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './programs.mjs';
import { findWordingPatterns, type WordingFinding } from './wording/find-patterns.ts';
import { findLongCommentLines } from './wording/long-comment-lines.ts';
import type { TextKind } from './wording/patterns.ts';
import { extractTexts } from './wording/texts.ts';

/** Matches the paths of files whose wording is not checked: library content, AI prompts and database migrations. */
const CONTENT =
  /^content\/(?!README\.md|pages\/)|^src\/server\/(?:studio\/prompts\/|platform\/db\/migrations\/)/;

const prefixes = process.argv.slice(2);
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path && !CONTENT.test(path) && existsSync(join(ROOT, path)))
  .filter((path) => prefixes.length === 0 || prefixes.some((prefix) => path.startsWith(prefix)));

const counts: Record<TextKind, number> = { comment: 0, doc: 0, copy: 0, title: 0 };
const findings: WordingFinding[] = [];
let examined = 0;
for (const path of paths) {
  const source = readFileSync(join(ROOT, path), 'utf8');
  const texts = extractTexts(path, source);
  if (!texts) continue;
  examined += 1;
  for (const text of texts) counts[text.kind] += 1;
  findings.push(...findWordingPatterns(path, texts), ...findLongCommentLines(path, source));
}

for (const { path, line, match, advice } of findings)
  console.log(`${path}:${line}: “${match}”. ${advice}`);
const missing = Object.entries(counts).flatMap(([kind, count]) => (count === 0 ? [kind] : []));
if (prefixes.length === 0 && missing.length > 0)
  console.log(`Found no text of kind: ${missing.join(', ')}.`);
console.log(
  `${counts.comment} comments, ${counts.doc} paragraphs, ${counts.copy} interface texts, ${counts.title} test titles`,
);
console.log(`examined ${examined}`);
process.exitCode = findings.length > 0 || (prefixes.length === 0 && missing.length > 0) ? 1 : 0;
