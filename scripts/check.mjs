// @ts-check
/**
 * Runs the static checks, each by its own tool: types, format and lint, dead code, import rules.
 *
 *   npm run check
 *
 * A tool that finds nothing wrong may have looked at nothing: so each must also say how many files it
 * examined, and fewer than there are in src/ is a failure.
 */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runProgram } from './programs.mjs';
import { durationSince } from './setup/terminal.mjs';

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {[packageName: string, program: string]} program
 * @property {string[]} args
 * @property {(outcome: import('./programs.mjs').Outcome) => Finding} read
 *
 * @typedef {object} Finding
 * @property {boolean} isGood
 * @property {number} examined how many files the tool has read
 * @property {string} report what to show of a failure
 */

/** @type {Check[]} */
const CHECKS = [
  {
    name: 'types',
    program: ['typescript', 'tsc'],
    args: ['--noEmit', '--pretty', '--listFiles'],
    read: readTypes,
  },
  {
    name: 'format and lint',
    program: ['@biomejs/biome', 'biome'],
    args: ['check', '.'],
    read: readBiome,
  },
  {
    name: 'dead code',
    program: ['knip', 'knip'],
    args: ['--no-progress', '--reporter', 'symbols', '--reporter', './scripts/knip-count.mjs'],
    read: readKnip,
  },
  {
    name: 'imports',
    program: ['dependency-cruiser', 'depcruise'],
    args: ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...foldersWithCode()],
    read: readCruise,
  },
];

const results = await Promise.all(
  CHECKS.map(async ({ name, program, args, read }) => {
    const started = performance.now();
    const finding = read(await runProgram(...program, args, { isShown: false }));
    return { name, ...finding, duration: durationSince(started) };
  }),
);

const filesOfProduct = filesWithCode('src').length;
for (const { name, isGood, examined, report, duration } of results) {
  const hasSeenAll = examined >= filesOfProduct;
  const hasPassed = isGood && hasSeenAll;
  if (!hasPassed) {
    process.exitCode = 1;
    console.log(`\n${report.trim()}`);
    if (!hasSeenAll) console.log(`Some of the ${filesOfProduct} files in src/ were not checked.`);
  }
  console.log(`${hasPassed ? '✓' : '✗'} ${name} (${examined} files, ${duration})`);
}

function foldersWithCode() {
  return ['src', 'tests', 'bench', 'scripts', 'tools'].filter((folder) =>
    existsSync(join(ROOT, folder)),
  );
}

/** @param {string} folder */
function filesWithCode(folder) {
  const paths = globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: ROOT });
  return paths.map((path) => path.replaceAll('\\', '/'));
}

/** @param {import('./programs.mjs').Outcome} outcome @returns {Finding} */
function readTypes({ exitCode, stdout, stderr }) {
  const isPath = (/** @type {string} */ line) =>
    /^(\/|[A-Za-z]:[\\/])\S.*\.[cm]?[jt]sx?$/.test(line);
  const lines = stdout.split(/\r?\n/);
  return {
    isGood: exitCode === 0,
    examined: lines.filter((line) => isPath(line) && !/[\\/]node_modules[\\/]/.test(line)).length,
    report: lines.filter((line) => !isPath(line)).join('\n') + stderr,
  };
}

/** @param {import('./programs.mjs').Outcome} outcome @returns {Finding} */
function readBiome({ exitCode, stdout, stderr }) {
  return {
    isGood: exitCode === 0,
    examined: Number(/Checked (\d+) file/.exec(stdout + stderr)?.[1] ?? 0),
    report: stderr + stdout,
  };
}

/** @param {import('./programs.mjs').Outcome} outcome @returns {Finding} */
function readKnip({ exitCode, stdout, stderr }) {
  const count = /^examined (\d+)$/m;
  return {
    isGood: exitCode === 0,
    examined: Number(count.exec(stdout)?.[1] ?? 0),
    report: stdout.replace(count, '') + stderr,
  };
}

/**
 * dependency-cruiser passes over files no parser of its reads, without a word. So its modules are
 * compared with the files that are there.
 * @param {import('./programs.mjs').Outcome} outcome
 * @returns {Finding}
 */
function readCruise({ stdout, stderr }) {
  if (!stdout.startsWith('{')) return { isGood: false, examined: 0, report: stdout + stderr };
  /** @type {{ modules: Module[], summary: { violations: Violation[] } }} */
  const { modules, summary } = JSON.parse(stdout);
  const read = new Set(modules.map(({ source }) => source));
  const files = foldersWithCode().flatMap(filesWithCode);
  const passedOver = files.filter((path) => !read.has(path));
  const complaints = [
    ...summary.violations.map(describeViolation),
    ...moduleCycles(modules),
    ...passedOver.map((path) => `${path} was not checked.`),
  ];
  return {
    isGood: complaints.length === 0,
    examined: files.length - passedOver.length,
    report: complaints.join('\n'),
  };
}

/**
 * Finds modules of the server that import each other in a cycle, though no two files do. Returns a line for each
 * cycle. Tests may import anything.
 * @typedef {{ source: string, dependencies: { resolved: string }[] }} Module
 * @param {Module[]} modules
 */
function moduleCycles(modules) {
  /** @type {Map<string, Set<string>>} */
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    const from = moduleOf(source);
    for (const { resolved } of dependencies) {
      const to = moduleOf(resolved);
      if (from && to && from !== to) imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  /** @type {string[]} */
  const found = [];
  const seen = new Set();
  const walk = (/** @type {string} */ module, /** @type {string[]} */ path) => {
    if (path.includes(module)) {
      found.push(`no-module-cycles: ${[...path.slice(path.indexOf(module)), module].join(' → ')}`);
      return;
    }
    if (seen.has(module)) return;
    seen.add(module);
    for (const next of imports.get(module) ?? []) walk(next, [...path, module]);
  };
  for (const module of imports.keys()) walk(module, []);
  return found;
}

/** Returns the module a file belongs to (`pages` is one); `undefined` for other files and for tests. @param {string} path */
function moduleOf(path) {
  if (/\.test\.tsx?$|\/testing\//.test(path)) return undefined;
  return /^src\/server\/(pages|[^/]+\/[^/]+)\//.exec(path)?.[1];
}

/**
 * @typedef {{ rule: { name: string }, from: string, to: string, cycle?: { name: string }[] }} Violation
 * @param {Violation} violation
 */
function describeViolation({ rule, from, to, cycle }) {
  const path = cycle ? [from, ...cycle.map(({ name }) => name)] : [from, to];
  return `${rule.name}: ${path.join(' → ')}`;
}
