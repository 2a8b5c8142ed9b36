import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';

/**
 * Creates response serializers that follow the schemas but ignore limits, such as maximum lengths. Limits apply only to
 * requests. Content from the library, and content that was stored before a limit was introduced, may exceed the limit
 * but must still be shown.
 */
export const serializerCompilerIgnoringLimits: typeof serializerCompiler = (route) => {
  let serialize: ReturnType<typeof serializerCompiler> | undefined;
  return (data) => {
    // Creates the serializer only when the route sends its first response. Creating the serializers of all routes in
    // advance would delay the server's startup.
    serialize ??= serializerCompiler({
      ...route,
      schema: removeLimits(route.schema) as typeof route.schema,
    });
    return serialize(data);
  };
};

/**
 * Zod's names for the checks that limit a value, for example its length or size. {@link removeLimits} removes only
 * these checks from a schema. All other checks, such as formats and trimming, are kept.
 */
const LIMITS: ReadonlySet<string> = new Set([
  ...['min_length', 'max_length', 'length_equals', 'min_size', 'max_size', 'size_equals'],
  ...['greater_than', 'less_than', 'multiple_of', 'custom'],
]);

/** Returns a copy of a schema, or of a part of its definition, without limits. */
function removeLimits(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(removeLimits);
  if (part instanceof z.core.$ZodType) {
    const { checks = [], ...def } = part._zod.def;
    const remainingChecks = checks.filter((check) => !LIMITS.has(check._zod.def.check));
    return z.core.clone(part, {
      ...removeLimitsFromParts(def),
      checks: remainingChecks,
    } as typeof part._zod.def);
  }
  return isRecord(part) ? removeLimitsFromParts(part) : part;
}

function removeLimitsFromParts(parts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, removeLimits(part)]),
  );
}

function isRecord(part: unknown): part is Record<string, unknown> {
  return (
    typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype
  );
}
