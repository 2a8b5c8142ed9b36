import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * Field numbers in onnx.proto3: `metadata_props` of `ModelProto`, and the key and the value of
 * `StringStringEntryProto`.
 */
const METADATA = 14;
const KEY = 1;
const VALUE = 2;
/** Wire types of Protocol Buffers: a variable-length number, eight bytes, length-prefixed bytes, and four bytes. */
const VARINT = 0;
const EIGHT = 1;
const BYTES = 2;
const FOUR = 5;
/** The number of bytes to read at the start of a field. They contain the field's number and length. */
const HEAD = 20;

/**
 * Reads the metadata of an ONNX model. Skips the weights, which take hundreds of megabytes. Throws a TypeError if the
 * file is incomplete or not an ONNX model.
 */
export function readOnnxMetadata(path: string): ReadonlyMap<string, string> {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const properties = new Map<string, string>();
    for (let at = 0; at < size; ) {
      const { number, start, end } = parseField(readAt(file, at, HEAD), 0, at);
      if (end > size) throw new TypeError('it is truncated');
      if (number === METADATA) addProperty(properties, readAt(file, start, end - start));
      at = end;
    }
    if (!size) throw new TypeError('it is empty');
    return properties;
  } finally {
    closeSync(file);
  }
}

function readAt(file: number, at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
}

function addProperty(properties: Map<string, string>, entry: Uint8Array): void {
  const texts = new Map<number, string>();
  for (let at = 0; at < entry.length; ) {
    const { number, start, end } = parseField(entry, at, 0);
    texts.set(number, new TextDecoder().decode(entry.subarray(start, end)));
    at = end;
  }
  properties.set(texts.get(KEY) ?? '', texts.get(VALUE) ?? '');
}

/**
 * Parses the field at index `at` of `bytes`. The returned `start` and `end` are positions in the file. `base` is the
 * position in the file at which `bytes` begins.
 */
function parseField(bytes: Uint8Array, at: number, base: number) {
  const tag = varintAt(bytes, at);
  const number = tag.value >>> 3;
  const first = varintAt(bytes, tag.end);
  const kind = tag.value & 7;
  const start = base + (kind === BYTES ? first.end : tag.end);
  const lengths = { [VARINT]: first.end - tag.end, [EIGHT]: 8, [BYTES]: first.value, [FOUR]: 4 };
  const length = lengths[kind as keyof typeof lengths];
  if (!number || length === undefined) throw new TypeError('it is not in ONNX format');
  return { number, start, end: start + length };
}

function varintAt(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0;
  for (let end = at; end < bytes.length; end++) {
    value += (bytes[end]! & 127) * 2 ** (7 * (end - at));
    if (bytes[end]! < 128) return { value, end: end + 1 };
  }
  return { value, end: bytes.length };
}
