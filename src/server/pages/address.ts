import { RESERVED_ALIASES } from '#domain/paths.ts';
import {
  ALL_SCREENS,
  getScreen,
  hasPathParameters,
  type Screen,
  type ScreenId,
} from '#domain/screens.ts';

/** The address of a screen, as the product itself writes it. */
export interface Address {
  screen: ScreenId;
  /** What the address names, percent-decoded: the author's alias, the article's slug. */
  names: { alias?: string; slug?: string };
  /** Percent-encoded where it has to be. */
  path: string;
  /** The parameters that count, those with a value. */
  search: URLSearchParams;
  /** Path and search: one page, one key. */
  key: string;
  /** Whether it has something in it that a reader typed, or that differs with each visit. */
  isTyped: boolean;
}

/** What a request's target (path and query, RFC 9112) leads to. */
export interface Target {
  address: Address;
  /** Where the address is written in another way: how it is, with everything the query had. */
  movedTo?: string;
}

/**
 * Reads a target. Every spelling of a screen's address (percent-encoded letters, doubled slashes, dots, a slash at
 * the end, other case, a fragment that should have stayed in the browser) leads to one: whatever is kept of a page
 * is kept under that one, and nothing else is ever resolved. Names are left in their case: only the shelves know it.
 * `undefined`: it leads nowhere.
 */
export function readTarget(target: string): Target | undefined {
  const [whole = ''] = target.split('#', 1);
  const mark = whole.indexOf('?');
  const given = mark < 0 ? whole : whole.slice(0, mark);
  const query = mark < 0 ? '' : whole.slice(mark);
  const segments = segmentsOf(given);
  const found = segments && screenAt(segments);
  if (!found) return undefined;
  const { search, isTyped } = whatCounts(getScreen(found.screen), query);
  const key = search.size ? `${found.path}?${search}` : found.path;
  const address = { ...found, search, key, isTyped };
  const isMoved = given !== found.path || whole !== target;
  return isMoved ? { address, movedTo: found.path + query } : { address };
}

/** True if no route of the product can answer a target: it is well-formed, and its first segment is not reserved. */
export function leadsNowhere(target: string): boolean {
  const segments = target.startsWith('/') ? segmentsOf(target.split(/[?#]/, 1)[0]!) : undefined;
  const [first] = segments ?? [];
  return first !== undefined && !RESERVED_ALIASES.has(first.toLowerCase()) && !readTarget(target);
}

/**
 * The segments of a path, decoded, without those that go nowhere (RFC 3986, 5.2.4). `undefined` when it cannot be
 * decoded, or holds what no text in the database can.
 */
function segmentsOf(path: string): string[] | undefined {
  const decoded = decode(path);
  if (decoded === undefined || decoded.includes('\0')) return undefined;
  const segments: string[] = [];
  for (const segment of decoded.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Screens whose path is written out, by every path that leads to them, in lower case. */
const FIXED: ReadonlyMap<string, ScreenId> = new Map(
  ALL_SCREENS.filter((screen) => !hasPathParameters(screen)).flatMap(
    ({ id, path, formerPaths: formerly = [] }) =>
      [path, ...formerly].map((each) => [each, id] as const),
  ),
);

/** Paths with names in them, by segment. */
const PATTERNS = ALL_SCREENS.filter(hasPathParameters).map(({ id, path }) => ({
  id,
  segments: path.split('/').slice(1),
}));

function screenAt(
  segments: readonly string[],
): Pick<Address, 'screen' | 'names' | 'path'> | undefined {
  const fixed = FIXED.get(`/${segments.join('/')}`.toLowerCase());
  if (fixed) return { screen: fixed, names: {}, path: getScreen(fixed).path };
  for (const { id, segments: pattern } of PATTERNS) {
    const names = namesIn(pattern, segments);
    if (names) return { screen: id, names, path: pathOf(pattern, names) };
  }
  return undefined;
}

/** What stands where a pattern has names; `undefined` when the rest differs. */
function namesIn(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const names: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    const segment = segments[at]!;
    if (part.startsWith(':')) names[part.slice(1)] = segment;
    else if (part !== segment.toLowerCase()) return undefined;
  }
  // What the product itself answers is nobody's name.
  const isTaken = pattern[0]!.startsWith(':') && RESERVED_ALIASES.has(segments[0]!.toLowerCase());
  return isTaken ? undefined : names;
}

function pathOf(pattern: readonly string[], names: Readonly<Record<string, string>>): string {
  return pattern
    .map((part) => `/${part.startsWith(':') ? encodeURIComponent(names[part.slice(1)]!) : part}`)
    .join('');
}

/** Of a query, the parameters that count, in the order of the screen's row. A filter that says `all` is none (spec 5). */
function whatCounts(
  { parameters = [], uncachedParameters: typed = [] }: Screen,
  query: string,
): Pick<Address, 'search' | 'isTyped'> {
  const search = new URLSearchParams();
  if (!query || !(parameters.length || typed.length)) return { search, isTyped: false };
  const given = new URLSearchParams(query);
  for (const name of parameters) {
    const value = given.get(name)?.trim();
    if (value && value !== 'all') search.set(name, value);
  }
  const filters = search.size;
  for (const name of typed) {
    const value = given.get(name)?.trim();
    if (value) search.set(name, value);
  }
  return { search, isTyped: search.size > filters };
}
