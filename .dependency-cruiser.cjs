/**
 * Import rules between the layers: a layer imports only those below it. docs/decisions/0001-one-package-in-layers.md
 * has the reasons for the layers, and 0006-typescript-7-and-swc.md those for parsing with swc.
 */

/** Tests, and modules that only tests use. They may import anything. */
const TESTS = '(\\.test\\.tsx?$|/testing/)';

/**
 * Layers of the readers' app, from the lowest up. Folders in one layer do not import each other. Files
 * directly in src/web may import all of them.
 */
const WEB_LAYERS = [['copy'], ['lib'], ['pages'], ['reader'], ['features'], ['layout', 'routes']];

/** Each folder of the readers' app imports itself and the layers below it. */
const WEB_RULES = WEB_LAYERS.flatMap((folders, layer) =>
  folders.map((folder) => ({
    name: `web-${folder}-imports-lower-layers`,
    severity: 'error',
    from: { path: `^src/web/${folder}/`, pathNot: TESTS },
    to: {
      path: '^src/web/',
      pathNot: `^src/web/(${[...WEB_LAYERS.slice(0, layer).flat(), folder].join('|')})/`,
    },
  })),
);

/** Names of packages that have types under @types/ and no code, such as `mdast`. */
const TYPES_WITHOUT_CODE = Object.keys(require('./package.json').devDependencies)
  .filter((name) => name.startsWith('@types/'))
  .map((name) => `^${name.slice('@types/'.length)}$`);

/** Layers of the server, from the lowest up. Files directly in src/server may import all of them. */
const SERVER_LAYERS = ['platform', 'catalogue', 'readers', 'membership', 'studio', 'pages'];
/** A module of the server is a folder in a layer. */
const MODULE = 'src/server/([^/]+/[^/]+)/';
const COMPOSITION = 'src/server/(pages/|[^/]+\\.ts$)';
/**
 * Folders of the platform layer that are not modules: their files are independent of each other. Excludes the tables
 * and the database engines.
 */
const TOOLS = '^src/server/platform/(db/(?!schema|pglite|postgres)|http/|text/)';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-imports-zod-alone',
      comment: 'The domain runs in browsers and on the server, and depends on neither.',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: TESTS },
      to: { pathNot: ['^src/domain/', '^node_modules/zod/'] },
    },
    {
      name: 'covers-import-the-domain-alone',
      comment: 'Drawings depend on a seed only, not on the database or a request.',
      severity: 'error',
      from: { path: '^src/covers/', pathNot: TESTS },
      to: { path: '^src/', pathNot: '^src/(covers|domain)/' },
    },
    {
      name: 'speech-imports-the-domain-alone',
      comment:
        'Speech depends on a text, a lexicon and a voice model only, not on configuration or the database.',
      severity: 'error',
      from: { path: '^src/speech/', pathNot: TESTS },
      to: { path: '^src/', pathNot: '^src/(speech|domain)/' },
    },
    {
      name: 'ui-imports-the-domain-alone',
      comment: 'Both front ends use ui, so it imports neither.',
      severity: 'error',
      from: { path: '^src/ui/', pathNot: TESTS },
      to: { path: '^src/', pathNot: '^src/(ui|domain)/' },
    },
    {
      name: 'web-and-server-meet-in-domain',
      comment: 'The server loads the built bundle of the web by its path.',
      severity: 'error',
      from: { path: '^src/(web|studio)/', pathNot: TESTS },
      to: { path: '^src/(server|covers|speech|demo)/' },
    },
    {
      name: 'server-imports-no-screens',
      severity: 'error',
      from: { path: '^src/server/', pathNot: TESTS },
      to: { path: '^src/(web|studio)/' },
    },
    {
      name: 'demo-is-loaded-on-demand',
      comment: 'A server with real services configured must not load the demos.',
      severity: 'error',
      from: { path: '^src/server/', pathNot: TESTS },
      to: { path: '^src/demo/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'demo-imports-services',
      comment: 'Demos replace external services, so they see only what those would.',
      severity: 'error',
      from: { path: '^src/demo/', pathNot: TESTS },
      to: {
        path: '^src/(server|web|studio)/',
        pathNot: [
          '/service\\.ts$',
          '^src/server/(catalogue/library|studio/writer)/',
          '^src/server/platform/[^/]+\\.ts$',
          TOOLS,
        ],
      },
    },
    ...WEB_RULES,
    {
      name: 'introductions-stay-on-the-server',
      comment: 'The scripts have no room for them. Pages receive the one that they show.',
      severity: 'error',
      from: { path: '^src/(domain|ui|web|studio)/', pathNot: TESTS },
      to: { path: '^src/domain/category-introductions\\.ts$' },
    },
    {
      name: 'feature-imports-no-other-feature',
      comment: 'Routes and layout compose features.',
      severity: 'error',
      from: { path: '^src/web/features/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/web/features/', pathNot: '^src/web/features/$1/' },
    },
    {
      name: 'screens-share-below-routes',
      comment:
        'Reading, account and text are independent; components that two of them use belong to features or ui.',
      severity: 'error',
      from: { path: '^src/web/routes/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/web/routes/', pathNot: '^src/web/routes/$1/' },
    },
    {
      name: 'studio-shares-only-ui',
      comment: 'Only the preview uses the readers’ components.',
      severity: 'error',
      from: { path: '^src/studio/', pathNot: [TESTS, '^src/studio/preview/'] },
      to: { path: '^src/web/' },
    },
    {
      name: 'studio-screens-share-below',
      comment: 'Components that two screens use belong to ui/ or lib/.',
      severity: 'error',
      from: { path: '^src/studio/screens/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/studio/screens/', pathNot: '^src/studio/screens/$1/' },
    },
    {
      name: 'readers-never-load-the-studio',
      severity: 'error',
      from: { path: '^src/web/', pathNot: TESTS },
      to: { path: '^src/studio/' },
    },
    ...SERVER_LAYERS.map((layer, index) => ({
      name: `${layer}-imports-lower-layers`,
      comment: 'A higher layer is passed as a parameter, by the files directly in src/server.',
      severity: 'error',
      from: { path: `^src/server/${layer}/`, pathNot: TESTS },
      to: {
        path: '^src/server/',
        pathNot: [`^src/server/(${SERVER_LAYERS.slice(0, index + 1).join('|')})/`, TESTS],
      },
    })),
    {
      name: 'routes-are-put-together-in-app',
      severity: 'error',
      from: { path: '^src/server/', pathNot: [TESTS, '^src/server/(app|api)\\.ts$'] },
      to: { path: '^src/server/[^/]+/.+/routes\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'tables-are-private-to-their-module',
      comment:
        "A table may refer to another's rows. A query that joins them gets a subquery from the other's repository.",
      severity: 'error',
      from: { path: `^${MODULE}`, pathNot: [TESTS, '/schema\\.ts$'] },
      to: {
        path: `^${MODULE}schema\\.ts$`,
        pathNot: '^src/server/$1/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'composition-reads-no-tables',
      comment: 'Pages, and the files directly in src/server, compose modules.',
      severity: 'error',
      from: { path: `^${COMPOSITION}`, pathNot: TESTS },
      to: { path: `^${MODULE}schema\\.ts$`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'product-imports-no-test',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { path: [TESTS, '^(tests|bench|tools)/'] },
    },
    {
      name: 'product-imports-no-dev-dependency',
      comment:
        'Packages used at run time are listed under dependencies. Types are erased, and may come from anywhere.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'package-is-in-package-json',
      comment: 'A package that another one depends on may disappear with its next version.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'import-leads-somewhere',
      comment: '`virtual:` modules are generated by a Vite plugin.',
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
