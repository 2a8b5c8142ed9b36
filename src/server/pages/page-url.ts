import { RESERVED_ALIASES } from '#domain/paths.ts';
import {
  ALL_SCREENS,
  getScreen,
  hasPathParameters,
  type Screen,
  type ScreenId,
} from '#domain/screens.ts';

/** The address of a screen, as the product itself writes it. */
export interface PageUrl {
  screen: ScreenId;
  /** What the address names, percent-decoded: the author's alias, the article's slug. */
  params: { alias?: string; slug?: string };
  /** Percent-encoded where it has to be. */
  path: string;
  /** The parameters that count, those with a value. */
  search: URLSearchParams;
  /** Path and search: one page, one key. */
  key: string;
  /** Whether it has something in it that a reader typed, or that differs with each visit. */
  hasUserInput: boolean;
}

/** What a request's target (path and query, RFC 9112) leads to. */
export interface ParsedTarget {
  url: PageUrl;
  /** Where the address is written in another way: how it is, with everything the query had. */
  redirectTo?: string;
}

/**
 * Reads a target. Every spelling of a screen's address (percent-encoded letters, doubled slashes, dots, a slash at
 * the end, other case, a fragment that should have stayed in the browser) leads to one: whatever is kept of a page
 * is kept under that one, and nothing else is ever resolved. Names are left in their case: only the shelves know it.
 * `undefined`: it leads nowhere.
 */
export function parsePageUrl(target: string): ParsedTarget | undefined {
  const [whole = ''] = target.split('#', 1);
  const mark = whole.indexOf('?');
  const given = mark < 0 ? whole : whole.slice(0, mark);
  const query = mark < 0 ? '' : whole.slice(mark);
  const segments = splitSegments(given);
  const found = segments && matchScreen(segments);
  if (!found) return undefined;
  const { search, hasUserInput } = pickParameters(getScreen(found.screen), query);
  const key = search.size ? `${found.path}?${search}` : found.path;
  const url = { ...found, search, key, hasUserInput };
  const isMoved = given !== found.path || whole !== target;
  return isMoved ? { url, redirectTo: found.path + query } : { url };
}

/** True if no route of the product can answer a target: it is well-formed, and its first segment is not reserved. */
export function isUnknownUrl(target: string): boolean {
  const segments = target.startsWith('/') ? splitSegments(target.split(/[?#]/, 1)[0]!) : undefined;
  const [first] = segments ?? [];
  return first !== undefined && !RESERVED_ALIASES.has(first.toLowerCase()) && !parsePageUrl(target);
}

/**
 * The segments of a path, decoded, without those that go nowhere (RFC 3986, 5.2.4). `undefined` when it cannot be
 * decoded, or holds what no text in the database can.
 */
function splitSegments(path: string): string[] | undefined {
  const decoded = decodeUri(path);
  if (decoded === undefined || decoded.includes('\0')) return undefined;
  const segments: string[] = [];
  for (const segment of decoded.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments;
}

function decodeUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Screens whose path is written out, by every path that leads to them, in lower case. */
const STATIC_SCREENS: ReadonlyMap<string, ScreenId> = new Map(
  ALL_SCREENS.filter((screen) => !hasPathParameters(screen)).flatMap(
    ({ id, path, formerPaths: formerly = [] }) =>
      [path, ...formerly].map((each) => [each, id] as const),
  ),
);

/** Paths with names in them, by segment. */
const PATH_PATTERNS = ALL_SCREENS.filter(hasPathParameters).map(({ id, path }) => ({
  id,
  segments: path.split('/').slice(1),
}));

function matchScreen(
  segments: readonly string[],
): Pick<PageUrl, 'screen' | 'params' | 'path'> | undefined {
  const fixed = STATIC_SCREENS.get(`/${segments.join('/')}`.toLowerCase());
  if (fixed) return { screen: fixed, params: {}, path: getScreen(fixed).path };
  for (const { id, segments: pattern } of PATH_PATTERNS) {
    const params = matchPattern(pattern, segments);
    if (params) return { screen: id, params: params, path: buildPath(pattern, params) };
  }
  return undefined;
}

/** What stands where a pattern has names; `undefined` when the rest differs. */
function matchPattern(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    const segment = segments[at]!;
    if (part.startsWith(':')) params[part.slice(1)] = segment;
    else if (part !== segment.toLowerCase()) return undefined;
  }
  // What the product itself answers is nobody's name.
  const isTaken = pattern[0]!.startsWith(':') && RESERVED_ALIASES.has(segments[0]!.toLowerCase());
  return isTaken ? undefined : params;
}

function buildPath(pattern: readonly string[], params: Readonly<Record<string, string>>): string {
  return pattern
    .map((part) => `/${part.startsWith(':') ? encodeURIComponent(params[part.slice(1)]!) : part}`)
    .join('');
}

/** Of a query, the parameters that count, in the order of the screen's row. A filter that says `all` is none (spec 5). */
function pickParameters(
  { parameters = [], uncachedParameters: typed = [] }: Screen,
  query: string,
): Pick<PageUrl, 'search' | 'hasUserInput'> {
  const search = new URLSearchParams();
  if (!query || !(parameters.length || typed.length)) return { search, hasUserInput: false };
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
  return { search, hasUserInput: search.size > filters };
}
