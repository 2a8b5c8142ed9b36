export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  return fill(new Uint8Array(lengthOf(parts)), parts);
}

export function concatSamples(parts: readonly Float32Array[]): Float32Array {
  return fill(new Float32Array(lengthOf(parts)), parts);
}

function lengthOf(parts: readonly { length: number }[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function fill<Whole extends Uint8Array | Float32Array>(
  whole: Whole,
  parts: readonly (Uint8Array | Float32Array)[],
): Whole {
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
