// @ts-check
/**
 * Runs the static checks: types, format and lint, dead code, import rules, and wording. A separate tool runs each
 * check.
 *
 *   npm run check
 *
 * A tool that reads no files reports no errors, so its check would pass. Each check therefore also counts the files
 * that its tool has read, and fails if there are fewer of them than source files in src/.
 */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runPackageProgram, runScript } from './programs.mjs';
import { formatDurationSince } from './setup/terminal.mjs';

/**
 * A static check: a tool to run, and a function that reads its result.
 * @typedef {object} Check
 * @property {string} name
 * @property {() => Promise<import('./programs.mjs').Outcome>} run
 * @property {(outcome: import('./programs.mjs').Outcome) => Finding} read
 *
 * @typedef {object} Finding
 * @property {boolean} hasSucceeded
 * @property {number} examined number of files the tool has read
 * @property {string} report text to print after a failure
 */

const runTool = (
  /** @type {string} */ packageName,
  /** @type {string} */ program,
  /** @type {string[]} */ args,
) => runPackageProgram(packageName, program, args, { isShown: false });

/** @type {Check[]} */
const CHECKS = [
  {
    name: 'types',
    run: () => runTool('typescript', 'tsc', ['--noEmit', '--pretty', '--listFiles']),
    read: readTypeCheck,
  },
  {
    name: 'format and lint',
    run: () => runTool('@biomejs/biome', 'biome', ['check', '.']),
    read: readBiome,
  },
  {
    name: 'dead code',
    run: () =>
      runTool('knip', 'knip', [
        '--no-progress',
        '--reporter',
        'symbols',
        '--reporter',
        './scripts/knip-count.mjs',
      ]),
    read: readCountedOutput,
  },
  {
    name: 'imports',
    run: () =>
      runTool('dependency-cruiser', 'depcruise', [
        '--config',
        '.dependency-cruiser.cjs',
        '--output-type',
        'json',
        ...listSourceFolders(),
      ]),
    read: readImportCheck,
  },
  {
    name: 'wording',
    run: () => runScript(join(ROOT, 'scripts', 'check-wording.ts'), [], { isShown: false }),
    read: readCountedOutput,
  },
];

const results = await Promise.all(
  CHECKS.map(async ({ name, run, read }) => {
    const started = performance.now();
    const finding = read(await run());
    return { name, ...finding, duration: formatDurationSince(started) };
  }),
);

const productFileCount = listSourceFiles('src').length;
for (const { name, hasSucceeded, examined, report, duration } of results) {
  const hasCheckedAll = examined >= productFileCount;
  const hasPassed = hasSucceeded && hasCheckedAll;
  if (!hasPassed) {
    process.exitCode = 1;
    console.log(`\n${report.trim()}`);
    if (!hasCheckedAll)
      console.log(`Some of the ${productFileCount} files in src/ were not checked.`);
  }
  console.log(`${hasPassed ? '✓' : '✗'} ${name} (${examined} files, ${duration})`);
}

function listSourceFolders() {
  return ['src', 'tests', 'bench', 'scripts', 'tools'].filter((folder) =>
    existsSync(join(ROOT, folder)),
  );
}

/** Returns the paths of the source files in a folder. @param {string} folder */
function listSourceFiles(folder) {
  const paths = globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: ROOT });
  return paths.map((path) => path.replaceAll('\\', '/'));
}

/**
 * Reads the result of the TypeScript compiler, whose output includes the files that it has read.
 * @param {import('./programs.mjs').Outcome} outcome
 * @returns {Finding}
 */
function readTypeCheck({ exitCode, stdout, stderr }) {
  const isPath = (/** @type {string} */ line) =>
    /^(\/|[A-Za-z]:[\\/])\S.*\.[cm]?[jt]sx?$/.test(line);
  const lines = stdout.split(/\r?\n/);
  return {
    hasSucceeded: exitCode === 0,
    examined: lines.filter((line) => isPath(line) && !/[\\/]node_modules[\\/]/.test(line)).length,
    report: lines.filter((line) => !isPath(line)).join('\n') + stderr,
  };
}

/**
 * Reads the result of Biome.
 * @param {import('./programs.mjs').Outcome} outcome
 * @returns {Finding}
 */
function readBiome({ exitCode, stdout, stderr }) {
  return {
    hasSucceeded: exitCode === 0,
    examined: Number(/Checked (\d+) file/.exec(stdout + stderr)?.[1] ?? 0),
    report: stderr + stdout,
  };
}

/**
 * Reads the output of a tool that prints `examined N` with the number of files.
 * @param {import('./programs.mjs').Outcome} outcome
 * @returns {Finding}
 */
function readCountedOutput({ exitCode, stdout, stderr }) {
  const count = /^examined (\d+)$/m;
  return {
    hasSucceeded: exitCode === 0,
    examined: Number(count.exec(stdout)?.[1] ?? 0),
    report: stdout.replace(count, '') + stderr,
  };
}

/**
 * Reads the result of dependency-cruiser. Compares the reported modules with the files on disk, because
 * dependency-cruiser silently skips files that its parser does not support.
 * @param {import('./programs.mjs').Outcome} outcome
 * @returns {Finding}
 */
function readImportCheck({ stdout, stderr }) {
  if (!stdout.startsWith('{')) return { hasSucceeded: false, examined: 0, report: stdout + stderr };
  /** @type {{ modules: Module[], summary: { violations: Violation[] } }} */
  const { modules, summary } = JSON.parse(stdout);
  const checkedFiles = new Set(modules.map(({ source }) => source));
  const files = listSourceFolders().flatMap(listSourceFiles);
  const uncheckedFiles = files.filter((path) => !checkedFiles.has(path));
  const problems = [
    ...summary.violations.map(describeViolation),
    ...findModuleCycles(modules),
    ...uncheckedFiles.map((path) => `${path} was not checked.`),
  ];
  return {
    hasSucceeded: problems.length === 0,
    examined: files.length - uncheckedFiles.length,
    report: problems.join('\n'),
  };
}

/**
 * Finds server modules (folders) that import each other in a cycle, even if the imports between their files do not form
 * a cycle. Returns a line for each cycle. Ignores tests, which may import any module.
 * @typedef {{ source: string, dependencies: { resolved: string }[] }} Module
 * @param {Module[]} modules
 */
function findModuleCycles(modules) {
  /** @type {Map<string, Set<string>>} */
  const imports = new Map();
  for (const { source, dependencies } of modules) {
    const from = getModule(source);
    for (const { resolved } of dependencies) {
      const to = getModule(resolved);
      if (from && to && from !== to) imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  /** @type {string[]} */
  const cycles = [];
  const seen = new Set();
  const walk = (/** @type {string} */ module, /** @type {string[]} */ path) => {
    if (path.includes(module)) {
      cycles.push(`no-module-cycles: ${[...path.slice(path.indexOf(module)), module].join(' → ')}`);
      return;
    }
    if (seen.has(module)) return;
    seen.add(module);
    for (const next of imports.get(module) ?? []) walk(next, [...path, module]);
  };
  for (const module of imports.keys()) walk(module, []);
  return cycles;
}

/**
 * Returns the name of the server module (folder) that contains a file, such as `pages`. Returns `undefined` for files
 * outside the server, and for tests.
 * @param {string} path
 */
function getModule(path) {
  if (/\.test\.tsx?$|\/testing\//.test(path)) return undefined;
  return /^src\/server\/(pages|[^/]+\/[^/]+)\//.exec(path)?.[1];
}

/**
 * Formats a violation of an import rule.
 * @typedef {{ rule: { name: string }, from: string, to: string, cycle?: { name: string }[] }} Violation
 * @param {Violation} violation
 */
function describeViolation({ rule, from, to, cycle }) {
  const path = cycle ? [from, ...cycle.map(({ name }) => name)] : [from, to];
  return `${rule.name}: ${path.join(' → ')}`;
}
