/**
 * Returns a copy of a JSON value in which PostgreSQL can store every string. PostgreSQL rejects NUL and lone
 * surrogates, which JSON may contain. NUL is replaced by a space. A lone surrogate is replaced by U+FFFD, so that
 * readers see that a character is missing. Values other than strings, arrays and plain objects stay unchanged.
 */
export function toStorableJson<Value>(value: Value): Value {
  return convertStrings(value, (text) => text.toWellFormed().replaceAll('\0', ' '));
}

/** Returns a copy of a JSON value in which lone surrogates are replaced with U+FFFD. NUL characters stay unchanged. */
export function toWellFormedJson<Value>(value: Value): Value {
  return convertStrings(value, (text) => text.toWellFormed());
}

function convertStrings<Value>(value: Value, convert: (text: string) => string): Value;
function convertStrings(value: unknown, convert: (text: string) => string): unknown {
  // A loop is used instead of recursion, because JSON may be nested more deeply than the call stack allows.
  const unfinished: [copy: object, original: object][] = [];
  const startCopy = (original: unknown): unknown => {
    if (typeof original === 'string') return convert(original);
    if (!Array.isArray(original) && !isPlain(original)) return original;
    const copy = Array.isArray(original) ? [] : {};
    unfinished.push([copy, original]);
    return copy;
  };
  const result = startCopy(value);
  for (let next = unfinished.pop(); next; next = unfinished.pop()) {
    const [copy, original] = next;
    // Properties are defined instead of assigned, because an assignment to "__proto__" would set the prototype.
    for (const [name, each] of Object.entries(original))
      Object.defineProperty(copy, convert(name), { value: startCopy(each), ...DATA_PROPERTY });
  }
  return result;
}

const DATA_PROPERTY = { enumerable: true, writable: true, configurable: true };

/** Returns true for plain objects, including those without a prototype, such as queries parsed by Fastify. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
