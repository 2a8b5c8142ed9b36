export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  return copyParts(new Uint8Array(sumLengths(parts)), parts);
}

export function concatSamples(parts: readonly Float32Array[]): Float32Array {
  return copyParts(new Float32Array(sumLengths(parts)), parts);
}

function sumLengths(parts: readonly { length: number }[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function copyParts<Target extends Uint8Array | Float32Array>(
  target: Target,
  parts: readonly (Uint8Array | Float32Array)[],
): Target {
  let offset = 0;
  for (const part of parts) {
    target.set(part, offset);
    offset += part.length;
  }
  return target;
}
