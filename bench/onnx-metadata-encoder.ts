/**
 * Field numbers in onnx.proto3: `metadata_props` of `ModelProto`, and `key` and `value` of `StringStringEntryProto`.
 */
const METADATA = 14;
const KEY = 1;
const VALUE = 2;
/** The wire type of length-prefixed bytes. */
const BYTES = 2;

/**
 * Encodes metadata for an ONNX model. The result can be appended to a model file, because concatenated Protocol Buffers
 * messages are merged.
 */
export function encodeOnnxMetadata(
  metadata: Readonly<Record<string, string | number>>,
): Uint8Array {
  const entries = Object.entries(metadata).map(([key, value]) =>
    encodeField(METADATA, [encodeText(KEY, key), encodeText(VALUE, String(value))]),
  );
  return Buffer.concat(entries);
}

function encodeText(number: number, text: string): Uint8Array {
  return encodeField(number, [Buffer.from(text)]);
}

function encodeField(number: number, parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  const tag = (number << 3) | BYTES;
  return Buffer.concat([encodeVarint(tag), encodeVarint(content.length), content]);
}

function encodeVarint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let remaining = value; ; remaining >>>= 7) {
    bytes.push(remaining > 127 ? (remaining & 127) | 128 : remaining);
    if (remaining <= 127) return Uint8Array.from(bytes);
  }
}
