/**
 * Who may import whom: the house's floors as rules. Imports go down. Why so, and why the files are read
 * with swc: docs/decisions/0001-one-package-three-floors.md and 0006-typescript-7-and-swc.md.
 */

/** Tests and what only they use; they may import anything. */
const TESTS = '(\\.test\\.tsx?$|/testing/)';

/** Names that packages under @types/ give to types and no code: `mdast`, for one. */
const TYPES_WITHOUT_CODE = Object.keys(require('./package.json').devDependencies)
  .filter((name) => name.startsWith('@types/'))
  .map((name) => `^${name.slice('@types/'.length)}$`);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-imports-zod-alone',
      comment: 'The domain runs on both sides and knows neither.',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: TESTS },
      to: { pathNot: ['^src/domain/', '^node_modules/zod/'] },
    },
    {
      name: 'web-and-server-meet-in-domain',
      comment: 'The server loads the built bundle of the web by its path.',
      severity: 'error',
      from: { path: '^src/(web|studio)/', pathNot: TESTS },
      to: { path: '^src/server/' },
    },
    {
      name: 'server-imports-no-screens',
      severity: 'error',
      from: { path: '^src/server/', pathNot: TESTS },
      to: { path: '^src/(web|studio)/' },
    },
    {
      name: 'ui-knows-no-articles',
      comment: 'The design system is the lowest floor of the web.',
      severity: 'error',
      from: { path: '^src/web/ui/', pathNot: TESTS },
      to: { path: '^src/web/', pathNot: '^src/web/(ui|lib)/' },
    },
    {
      name: 'lib-is-below-features',
      severity: 'error',
      from: { path: '^src/web/lib/', pathNot: TESTS },
      to: { path: '^src/web/(features|routes|layout)/' },
    },
    {
      name: 'feature-imports-no-other-feature',
      comment: 'Routes and layout put features together.',
      severity: 'error',
      from: { path: '^src/web/features/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/web/features/', pathNot: '^src/web/features/$1/' },
    },
    {
      name: 'feature-imports-no-screen',
      severity: 'error',
      from: { path: '^src/web/features/', pathNot: TESTS },
      to: { path: '^src/web/(routes|layout)/' },
    },
    {
      name: 'studio-shares-only-ui',
      severity: 'error',
      from: { path: '^src/studio/', pathNot: TESTS },
      to: { path: '^src/web/', pathNot: '^src/web/ui/' },
    },
    {
      name: 'readers-never-load-the-studio',
      severity: 'error',
      from: { path: '^src/web/', pathNot: TESTS },
      to: { path: '^src/studio/' },
    },
    {
      name: 'capability-keeps-its-repository',
      comment:
        "Another capability's SQL is reached through its service. Pages compose, as routes do.",
      severity: 'error',
      from: { path: '^src/server/([^/]+/[^/]+)/', pathNot: [TESTS, '^src/server/pages/'] },
      to: { path: '^src/server/[^/]+/[^/]+/repository\\.ts$', pathNot: '^src/server/$1/' },
    },
    {
      name: 'product-imports-no-test',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { path: [TESTS, '^(tests|bench)/'] },
    },
    {
      name: 'product-imports-no-dev-dependency',
      comment:
        'What the product runs on is listed under dependencies. Types vanish, and may come from anywhere.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'package-is-in-package-json',
      comment:
        'A package that is there only for the sake of another may vanish with its next version.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'import-leads-somewhere',
      comment: '`virtual:` modules are made by a Vite plugin.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', ...TYPES_WITHOUT_CODE] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
