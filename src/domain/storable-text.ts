/**
 * A value as it came in JSON, with all its text as a database can hold it: JSON may spell NUL and halves of characters,
 * which PostgreSQL refuses. Spaces take the place of the one, U+FFFD that of the other, so that whoever reads it sees that
 * something is missing. What is no text, list or plain object is left as it is.
 */
export function toStorable<Value>(value: Value): Value;
export function toStorable(value: unknown): unknown {
  // One after the other: JSON may be nested deeper than calls can be.
  const unfinished: [copy: object, original: object][] = [];
  const begin = (original: unknown): unknown => {
    if (typeof original === 'string') return storableText(original);
    if (!Array.isArray(original) && !isPlain(original)) return original;
    const copy = Array.isArray(original) ? [] : {};
    unfinished.push([copy, original]);
    return copy;
  };
  const whole = begin(value);
  for (let next = unfinished.pop(); next; next = unfinished.pop()) {
    const [copy, original] = next;
    // Assigned to, "__proto__" would be no field but what the object comes of.
    for (const [name, each] of Object.entries(original))
      Object.defineProperty(copy, storableText(name), { value: begin(each), ...OF_ANY_FIELD });
  }
  return whole;
}

const OF_ANY_FIELD = { enumerable: true, writable: true, configurable: true };

function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', ' ');
}

/** Also true of an object whose prototype has no prototype, such as a query that Fastify has parsed. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
