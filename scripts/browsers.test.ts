import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { features } from 'web-features';
import { type BrowserVersions, MIN_EDITOR_BROWSERS, MIN_READER_BROWSERS } from './browsers.ts';

/**
 * Newer APIs that builds may contain although the oldest supported browsers lack them. The code either checks for the
 * API at run time, or uses its name for something else.
 */
const ALLOWED = new Set([
  // APIs that dialogs, the player, Base UI, React Router, zod and ProseMirror call only in browsers that have them.
  'CloseWatcher',
  ...['CSS.highlights', 'Highlight', '.checkVisibility', '.startViewTransition', '.skipTransition'],
  ...['URL.canParse', '.canParse', '.caretPositionFromPoint', '.getComposedRanges'],
  ...['.createPolicy', '.createHTML'],
  // Names of newer APIs that React and other libraries also use for methods of their own.
  ...['.createContext', '.createView', '.isActive', '.move', '.parseHTML', '.toArray', '.use'],
]);

it.each([
  ['readers', 'manifest.json', MIN_READER_BROWSERS],
  ['editors', 'studio.json', MIN_EDITOR_BROWSERS],
])('calls no API that the oldest supported browsers of %s lack', (_, manifest, browsers) => {
  const newerApis = new NewerApis(browsers);
  const newerUses = listScripts(manifest).flatMap((file) =>
    findUses(file)
      .filter((use) => newerApis.has(use) && !ALLOWED.has(formatUse(use)))
      .map((use) => `${formatUse(use)} in ${file}`),
  );
  expect([...new Set(newerUses)]).toEqual([]);
});

/**
 * A platform API used in a script: `AbortSignal`, `AbortSignal.timeout`, or a method call such as
 * `.findLast`.
 */
type ApiUse = { object?: string; member?: string };

const formatUse = ({ object = '', member }: ApiUse) => (member ? `${object}.${member}` : object);

/** The platform APIs that at least one of the given browsers lacks. */
class NewerApis {
  readonly #globals = new Map<string, boolean>();
  readonly #statics = new Map<string, boolean>();
  readonly #methods = new Map<string, boolean>();

  constructor(browsers: BrowserVersions) {
    for (const [key, isNewer] of listCompatibility(browsers)) {
      const [object, member] =
        /^(?:api|javascript\.builtins)\.(\w+)(?:\.(\w+))?$/.exec(key)?.slice(1) ?? [];
      if (!object) continue;
      if (!member) this.#globals.set(object, isNewer);
      else {
        const name = member.replace(/_static$/, '');
        this.#statics.set(`${object}.${name}`, isNewer);
        // If the name of a web API's method is a single word, such as `move`, Octavo's own code may have a method with
        // the same name. Such a method therefore never counts as a newer API.
        const isCommonWord = key.startsWith('api.') && !/[a-z][A-Z]/.test(name);
        // The type of a method's object is unknown, so a method counts as newer than the supported browsers only if it
        // is newer on every type that has a method of this name.
        this.#methods.set(name, isNewer && !isCommonWord && (this.#methods.get(name) ?? true));
      }
    }
  }

  has({ object, member }: ApiUse): boolean {
    if (!member) return this.#globals.get(object!) ?? false;
    if (object) return this.#statics.get(`${object}.${member}`) ?? false;
    return this.#methods.get(member) ?? false;
  }
}

/** Yields each key of MDN's compatibility data, with true if at least one of the given browsers lacks the key's API. */
function* listCompatibility(browsers: BrowserVersions): Generator<[key: string, isNewer: boolean]> {
  for (const feature of Object.values(features)) {
    if (feature.kind !== 'feature') continue;
    const statuses: Record<string, { support: Partial<BrowserVersions> }> =
      feature.status.by_compat_key ?? {};
    for (const [key, { support }] of Object.entries(statuses))
      yield [
        key,
        Object.entries(browsers).some(([name, version]) => {
          const since = support[name as keyof BrowserVersions]?.replace('≤', '');
          return since === undefined || Number(since) > Number(version);
        }),
      ];
  }
}

function listScripts(manifest: string): string[] {
  const chunks = JSON.parse(readFileSync(`dist/client/.vite/${manifest}`, 'utf8'));
  const files = Object.values<{ file: string }>(chunks).map(({ file }) => file);
  return [...new Set(files)].filter((file) => file.endsWith('.js'));
}

interface Node {
  type: string;
  [key: string]: unknown;
}

function findUses(file: string): ApiUse[] {
  const uses: ApiUse[] = [];
  visitNodes(
    parseSync(file, readFileSync(`dist/client/${file}`, 'utf8')).program,
    (node, parent, key) => {
      const { object, property } = node as { object?: Node; property?: Node };
      if (node.type === 'Identifier') {
        const isName = (key === 'property' || key === 'key') && !parent?.computed;
        if (!isName) uses.push({ object: String(node.name) });
      } else if (node.type === 'MemberExpression' && !node.computed) {
        const member = String(property!.name);
        if (object!.type === 'Identifier') uses.push({ object: String(object!.name), member });
        // A call such as `method?.()` is ignored, because it does nothing in browsers that lack the method.
        const isCalled = parent?.type === 'CallExpression' && key === 'callee' && !parent.optional;
        if (isCalled) uses.push({ member });
      }
    },
  );
  return uses;
}

function visitNodes(
  value: unknown,
  onNode: (node: Node, parent?: Node, key?: string) => void,
  parent?: Node,
  key?: string,
): void {
  if (Array.isArray(value)) for (const each of value) visitNodes(each, onNode, parent, key);
  else if (typeof value === 'object' && value && 'type' in value) {
    const node = value as Node;
    onNode(node, parent, key);
    for (const name of Object.keys(node)) visitNodes(node[name], onNode, node, name);
  }
}
