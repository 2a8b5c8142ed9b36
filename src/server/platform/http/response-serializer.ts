import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';

/**
 * Writes responses by their schemas, but without the limits in them: limits are for requests. What is stored may exceed
 * them, because it came from the library or is older than a limit, and still has to be shown.
 */
export const responseSerializer: typeof serializerCompiler = (route) => {
  let serialize: ReturnType<typeof serializerCompiler> | undefined;
  return (data) => {
    // With the first response: most routes are not called in the first minutes of a process.
    serialize ??= serializerCompiler({
      ...route,
      schema: withoutLimits(route.schema) as typeof route.schema,
    });
    return serialize(data);
  };
};

/** Checks that refuse a value of the right shape. Others, such as formats and trimming, are part of the shape. */
const LIMITS: ReadonlySet<string> = new Set([
  ...['min_length', 'max_length', 'length_equals', 'min_size', 'max_size', 'size_equals'],
  ...['greater_than', 'less_than', 'multiple_of', 'custom'],
]);

/** A schema, or a part of a schema's definition, with no limits anywhere in it. */
function withoutLimits(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutLimits);
  if (part instanceof z.core.$ZodType) {
    const { checks = [], ...def } = part._zod.def;
    const kept = checks.filter((check) => !LIMITS.has(check._zod.def.check));
    return z.core.clone(part, { ...mapped(def), checks: kept } as typeof part._zod.def);
  }
  return isRecord(part) ? mapped(part) : part;
}

function mapped(parts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, withoutLimits(part)]),
  );
}

function isRecord(part: unknown): part is Record<string, unknown> {
  return (
    typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype
  );
}
