import { PAYLOAD_PATH_PREFIX } from '#domain/page.ts';
import { ALIAS_PATTERN, RESERVED_ALIASES } from '#domain/paths.ts';
import {
  ALL_SCREENS,
  getScreen,
  hasPathParameters,
  type Screen,
  type ScreenId,
} from '#domain/screens.ts';

/** A representation of a page: the HTML document, or the page's data (the payload) as JSON. */
export type PageRepresentation = 'document' | 'payload';

/** The canonical URL of a page. */
export interface PageUrl {
  screen: ScreenId;
  /** The decoded path parameters: the alias of the author and the slug of the article. */
  params: { alias?: string; slug?: string };
  /** The canonical path, percent-encoded where necessary. */
  path: string;
  /** The query parameters that the screen supports, without empty parameters. */
  search: URLSearchParams;
  /** The cache key of the page: path and query. */
  key: string;
  /** True if the query contains user input or other values that vary too much to be cached. */
  hasUserInput: boolean;
}

/** The result of parsing a request target, which is the path and query of an HTTP request (RFC 9112). */
export interface ParsedPageUrl {
  url: PageUrl;
  /**
   * The canonical path with the query of the request. Only present if the path of the request is
   * not canonical or the request target has a fragment.
   */
  redirectTo?: string;
}

/**
 * Parses the URL of a page request. Returns the requested representation, and the request target without
 * {@link PAYLOAD_PATH_PREFIX}.
 */
export function parsePageRequest(url: string): {
  representation: PageRepresentation;
  target: string;
} {
  return url.startsWith(`${PAYLOAD_PATH_PREFIX}/`)
    ? { representation: 'payload', target: url.slice(PAYLOAD_PATH_PREFIX.length) }
    : { representation: 'document', target: url };
}

/**
 * Parses a request target. Returns `undefined` if no screen matches.
 *
 * Pages are cached and looked up only by their canonical URL, so all spellings of a URL give the same result. Spellings
 * may differ in percent-encoding, repeated slashes, dot segments, a trailing slash, case, or a fragment. Path
 * parameters keep their case, because only the database contains their canonical spelling.
 */
export function parsePageUrl(target: string): ParsedPageUrl | undefined {
  const [withoutFragment = ''] = target.split('#', 1);
  const queryStart = withoutFragment.indexOf('?');
  const path = queryStart < 0 ? withoutFragment : withoutFragment.slice(0, queryStart);
  const query = queryStart < 0 ? '' : withoutFragment.slice(queryStart);
  const segments = splitSegments(path);
  const match = segments && matchScreen(segments);
  if (!match) return undefined;
  const { search, hasUserInput } = pickParameters(getScreen(match.screen), query);
  const key = search.size ? `${match.path}?${search}` : match.path;
  const url = { ...match, search, key, hasUserInput };
  const isMoved = path !== match.path || withoutFragment !== target;
  return isMoved ? { url, redirectTo: match.path + query } : { url };
}

/**
 * Returns true if a request target is well-formed but matches neither a screen nor any other route. The paths of other
 * routes begin with a reserved segment or with the name of a text or XML file. Because the names of some of these files
 * vary, such as `/sitemap-2026-11.xml` and the key file of IndexNow, every name that ends in `.txt` or `.xml` is
 * considered a route.
 */
export function isUrlWithoutRoute(target: string): boolean {
  const segments = target.startsWith('/') ? splitSegments(target.split(/[?#]/, 1)[0]!) : undefined;
  const first = segments?.[0]?.toLowerCase();
  return (
    first !== undefined &&
    !RESERVED_ALIASES.has(first) &&
    !/\.(txt|xml)$/.test(first) &&
    !parsePageUrl(target)
  );
}

/**
 * Splits a path into decoded segments and resolves dot segments (RFC 3986, 5.2.4). Returns `undefined` if the path
 * cannot be decoded or contains characters that PostgreSQL cannot store.
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

/** The screens without path parameters, keyed by their current and former paths in lower case. */
const STATIC_SCREENS: ReadonlyMap<string, ScreenId> = new Map(
  ALL_SCREENS.filter((screen) => !hasPathParameters(screen)).flatMap(
    ({ id, path, formerPaths: formerly = [] }) =>
      [path, ...formerly].map((each) => [each, id] as const),
  ),
);

/**
 * The current and former paths with parameters, such as `/:alias/:slug`. Each entry also contains the current path of
 * its screen.
 */
const PATH_PATTERNS = ALL_SCREENS.filter(hasPathParameters).flatMap(
  ({ id, path, formerPaths: formerly = [] }) =>
    [path, ...formerly].map((each) => ({
      id,
      segments: splitPattern(each),
      current: splitPattern(path),
    })),
);

function splitPattern(path: string): string[] {
  return path.split('/').slice(1);
}

function matchScreen(
  segments: readonly string[],
): Pick<PageUrl, 'screen' | 'params' | 'path'> | undefined {
  const staticScreen = STATIC_SCREENS.get(`/${segments.join('/')}`.toLowerCase());
  if (staticScreen) return { screen: staticScreen, params: {}, path: getScreen(staticScreen).path };
  for (const { id, segments: pattern, current } of PATH_PATTERNS) {
    const params = matchPattern(pattern, segments);
    if (params) return { screen: id, params, path: buildPath(current, params) };
  }
  return undefined;
}

/** Returns the path parameters in a URL path, or `undefined` if the path does not match the pattern. */
function matchPattern(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index]!;
    if (part.startsWith(':')) params[part.slice(1)] = segment;
    else if (part !== segment.toLowerCase()) return undefined;
  }
  if (!pattern[0]!.startsWith(':')) return params;
  // A reserved first segment does not match, because it cannot be the alias of an author. A single segment matches only
  // if it has the form of an alias, so that most requests from vulnerability scanners are rejected without a database
  // query.
  const [first] = segments as [string];
  const isAlias = !RESERVED_ALIASES.has(first.toLowerCase());
  return isAlias && (segments.length > 1 || ALIAS_PATTERN.test(first)) ? params : undefined;
}

function buildPath(pattern: readonly string[], params: Readonly<Record<string, string>>): string {
  return pattern
    .map((part) => `/${part.startsWith(':') ? encodeURIComponent(params[part.slice(1)]!) : part}`)
    .join('');
}

/**
 * Returns the query parameters that the screen supports, in the order in which the screen defines them. Ignores filters
 * with the value `all` (spec 5).
 */
function pickParameters(
  { parameters = [], uncachedParameters: uncachedNames = [] }: Screen,
  query: string,
): Pick<PageUrl, 'search' | 'hasUserInput'> {
  const search = new URLSearchParams();
  if (!query || !(parameters.length || uncachedNames.length))
    return { search, hasUserInput: false };
  const received = new URLSearchParams(query);
  for (const name of parameters) {
    const value = received.get(name)?.trim();
    if (value && value !== 'all') search.set(name, value);
  }
  const cachedCount = search.size;
  for (const name of uncachedNames) {
    const value = received.get(name)?.trim();
    if (value) search.set(name, value);
  }
  return { search, hasUserInput: search.size > cachedCount };
}
