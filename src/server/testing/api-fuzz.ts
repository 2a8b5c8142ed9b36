import fc, { type Arbitrary } from 'fast-check';

/** The parts of an OpenAPI 3.1 document from which calls are generated. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  parameters?: { name: string; in: 'path' | 'query'; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Schema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

export interface FuzzCall {
  method: string;
  /** Path and query of the call. Contains placeholders for known IDs and aliases. */
  url: string;
  /** Request body as JSON, which may contain placeholders. `undefined` for a call without a body. */
  body: string | undefined;
  /** Random number that determines the caller and the values of the placeholders. */
  choice: number;
}

/** Placeholders that {@link KnownIds} replaces with known IDs and aliases in a URL or body. */
const PLACEHOLDER = { id: 'known-id', alias: 'known-alias' } as const;

/** Values that often cause errors and that schemas usually reject. */
const HOSTILE_VALUES = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '\uffff', '\u202e', '0', '-1', 'NaN', '1e400', 'null'],
  ...['__proto__', 'constructor', "'; --", '%', '\\', '0000-01-01', '0000-01-01T00:00:00Z'],
  ...['99999-01-01T00:00:00Z', '00000000-0000-0000-0000-000000000000', 'x'.repeat(5000)],
  ...[null, true, 0, -0, -1, 0.5, 1e308, 2 ** 31, 2 ** 53, [], {}, [[]], [null]],
];

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Maximum number of IDs stored per collection. The oldest IDs are removed first. */
const MAX_IDS_PER_COLLECTION = 40;

/** Maximum size of generated arrays and strings. The generator exceeds it only to test a schema's limit. */
const SIZE_LIMITS = { items: 4, characters: 60 };

/** Generates calls to all operations in an API description. Most calls are valid, so that they reach the database. */
export function arbitraryCalls(
  api: OpenApiDocument,
  isExcluded: (path: string) => boolean,
): Arbitrary<FuzzCall> {
  const operations = Object.entries(api.paths)
    .filter(([path]) => !isExcluded(path))
    .flatMap(([path, byMethod]) =>
      Object.entries(byMethod).map(([method, operation]) => arbitraryCall(path, method, operation)),
    );
  return fc.oneof(...operations);
}

/**
 * The IDs found in the API's responses, and the IDs and author aliases of known articles. Most calls use IDs from the
 * collection that their URL names, such as `reviews`.
 */
export class KnownIds {
  readonly #ids = new Map<string, string[]>();
  readonly #articles: readonly { id: string; authorAlias: string }[];

  constructor(articles: readonly { id: string; authorAlias: string }[]) {
    this.#articles = articles;
    for (const { id } of articles) this.#add('articles', id);
  }

  /** Stores up to twelve IDs from the response to a call to `url`. */
  addFromResponse(url: string, response: string): void {
    const collections = listCollections(url);
    for (const id of (response.match(UUID) ?? []).slice(0, 12))
      for (const collection of collections) this.#add(collection, id);
  }

  /** Replaces the placeholders in `text`, which is a URL or the body of a call to `url`, with known IDs and aliases. */
  fillIn(text: string, url: string, choice: number): string {
    // The last digit of `choice` selects the caller, so only the other digits select IDs and aliases.
    let seed = Math.floor(choice / 10);
    const article = this.#articles[seed % this.#articles.length]!;
    const isOfArticle = url.includes(`${PLACEHOLDER.alias}/${PLACEHOLDER.id}`) && seed % 4 > 0;
    const collection = listCollections(url).at(-1) ?? 'articles';
    const chooseId = () => {
      if (isOfArticle) return article.id;
      const ownIds = seed++ % 4 > 0 && this.#ids.get(collection);
      const ids = ownIds || [...this.#ids.values()].flat();
      return ids[seed % ids.length]!;
    };
    return text
      .replaceAll(PLACEHOLDER.id, chooseId)
      .replaceAll(PLACEHOLDER.alias, () => article.authorAlias);
  }

  #add(collection: string, id: string): void {
    const ids = this.#ids.get(collection) ?? [];
    this.#ids.set(collection, ids);
    if (ids.includes(id)) return;
    ids.push(id);
    if (ids.length > MAX_IDS_PER_COLLECTION) ids.shift();
  }
}

/**
 * Returns the names of the collections in a path, such as `articles` and `versions` in
 * `/studio/articles/{id}/versions`.
 */
function listCollections(url: string): string[] {
  const [path = ''] = url.split('?');
  return path.split('/').filter((segment) => /^[a-z]+s$/.test(segment));
}

function arbitraryCall(path: string, method: string, operation: Operation): Arbitrary<FuzzCall> {
  const { parameters = [], requestBody } = operation;
  const schema = requestBody?.content['application/json']?.schema;
  const pathParameters = parameters.filter((parameter) => parameter.in === 'path');
  const queryParameters = parameters.filter((parameter) => parameter.in === 'query');
  return fc
    .record({
      pathValues: fc.tuple(
        ...pathParameters.map(({ name, schema }) => arbitraryValue(schema, name)),
      ),
      query: fc.tuple(
        ...queryParameters.map(({ name, schema, required }) =>
          fc.option(arbitraryValue(schema, name), { freq: required ? 20 : 1 }),
        ),
      ),
      body: schema
        ? arbitraryValue(schema).map((value) => JSON.stringify(value))
        : fc.constant(undefined),
      choice: fc.noBias(fc.nat()),
    })
    .map(({ pathValues, query, body, choice }) => {
      let url = path;
      for (const [index, { name }] of pathParameters.entries())
        url = url.replace(`{${name}}`, encodeURIComponent(toText(pathValues[index])));
      const pairs = queryParameters.flatMap(({ name }, index) =>
        query[index] === null ? [] : [`${name}=${encodeURIComponent(toText(query[index]))}`],
      );
      if (pairs.length) url += `?${pairs.join('&')}`;
      return { method: method.toUpperCase(), url, body, choice };
    });
}

function toText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.toWellFormed();
}

function arbitraryValue(schema: Schema, name = ''): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 15, arbitrary: arbitraryValidValue(schema, name) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  );
}

function arbitraryValidValue(schema: Schema, name: string): Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => arbitraryValidValue({ ...schema, type }, name)));
  if (options) return fc.oneof(...options.map((option) => arbitraryValidValue(option, name)));
  if (schema.allOf) return arbitraryValidValue(Object.assign({}, ...schema.allOf), name);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === 'integer' || schema.type === 'number') return arbitraryNumber(schema);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'array') return arbitraryArray(schema, name);
  if (schema.type === 'object') return arbitraryObject(schema);
  return arbitraryString(schema, name);
}

function arbitraryNumber({ type, minimum = -5, maximum = 1000 }: Schema): Arbitrary<unknown> {
  const edges = fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1);
  const inRange =
    type === 'integer'
      ? fc.integer({ min: Math.ceil(minimum), max: Math.max(Math.ceil(minimum), maximum) })
      : fc.double({ min: minimum, max: maximum, noNaN: true });
  return fc.oneof({ weight: 5, arbitrary: inRange }, { weight: 1, arbitrary: edges });
}

function arbitraryArray(
  { items = {}, prefixItems, minItems = 0, maxItems = SIZE_LIMITS.items }: Schema,
  name: string,
): Arbitrary<unknown> {
  if (prefixItems) return fc.tuple(...prefixItems.map((item) => arbitraryValue(item, name)));
  return fc.array(arbitraryValue(items, name), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems + 1, SIZE_LIMITS.items)),
  });
}

function arbitraryObject({ properties = {}, required = [] }: Schema): Arbitrary<unknown> {
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, arbitraryValue(schema, name)]),
  );
  return fc.oneof(
    { weight: 12, arbitrary: fc.record(values, { requiredKeys: required }) },
    { weight: 1, arbitrary: fc.record(values, { requiredKeys: [] }) },
  );
}

function arbitraryString(schema: Schema, name: string): Arbitrary<unknown> {
  const { format, pattern, minLength = 0, maxLength = SIZE_LIMITS.characters } = schema;
  if (format === 'uuid')
    return fc.oneof(
      { weight: 8, arbitrary: fc.constant(PLACEHOLDER.id) },
      { weight: 1, arbitrary: fc.constant('01890000-0000-7000-8000-000000000000') },
    );
  if (/alias|author/i.test(name))
    return fc.oneof(
      { weight: 4, arbitrary: fc.constant(PLACEHOLDER.alias) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength }) },
    );
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const matches = pattern && arbitraryMatch(pattern);
  if (matches) return matches;
  const max = Math.max(minLength, Math.min(maxLength, SIZE_LIMITS.characters));
  return fc.oneof(
    { weight: 4, arbitrary: fc.lorem({ maxCount: 4 }) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: max }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength, maxLength: max }) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(Math.min(maxLength, 20_000) + 1)) },
  );
}

/**
 * Returns a generator of strings that match a pattern. Returns `undefined` for patterns with assertions, which
 * fast-check does not support.
 */
function arbitraryMatch(pattern: string): Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
  } catch {
    return undefined;
  }
}
