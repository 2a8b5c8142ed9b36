/**
 * Functions that encode single HTTP/2 frames (RFC 9113). Tests use them for requests that no conforming client sends.
 */

const FRAME_TYPES = {
  data: 0x0,
  headers: 0x1,
  reset: 0x3,
  settings: 0x4,
  ping: 0x6,
  goaway: 0x7,
  windowUpdate: 0x8,
  continuation: 0x9,
} as const;

type FrameType = keyof typeof FRAME_TYPES;

const FRAME_NAMES = Object.fromEntries(
  Object.entries(FRAME_TYPES).map(([name, type]) => [type, name]),
);
export const [END_STREAM, END_HEADERS] = [0x1, 0x4];
/** HTTP/2 identifiers: the setting for the initial window size, and the error code for a canceled request. */
const INITIAL_WINDOW_SIZE = 0x4;
const CANCEL = 0x8;
const HEAD_LENGTH = 9;

export function encodeFrame(
  type: FrameType,
  flags: number,
  stream: number,
  payload: Uint8Array = new Uint8Array(),
): Buffer {
  const head = Buffer.alloc(HEAD_LENGTH);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(FRAME_TYPES[type], 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/**
 * Encodes the connection preface, which a client sends at the beginning of a connection. If `window` is 0, the server
 * must not send response bodies.
 */
export function encodePreface({ window = 65_535 } = {}): Buffer {
  const setting = Buffer.alloc(6);
  setting.writeUInt16BE(INITIAL_WINDOW_SIZE, 0);
  setting.writeUInt32BE(window, 2);
  return Buffer.concat([
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    encodeFrame('settings', 0, 0, setting),
  ]);
}

/** Encodes the headers of a request. For POST, a data frame with the body must follow. */
export function encodeRequestHeaders(
  stream: number,
  { host, path, method = 'GET', headers = {} }: RequestHead,
): Buffer {
  const flags = END_HEADERS | (method === 'GET' ? END_STREAM : 0);
  return encodeFrame('headers', flags, stream, encodeHeaders({ host, path, method, headers }));
}

interface RequestHead {
  host: string;
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
}

/** Encodes headers with HPACK (RFC 7541). Does not use the dynamic table. */
function encodeHeaders({ host, path, method, headers = {} }: RequestHead): Buffer {
  // The bytes are indexes into HPACK's static table: the method, `:scheme: https`, and the names
  // `:path` and `:authority`.
  const [indexedFields, pathName, authorityName] = [
    [method === 'GET' ? 0x82 : 0x83, 0x87],
    [0x04],
    [0x01],
  ];
  return Buffer.concat([
    Buffer.from([...indexedFields, ...pathName]),
    encodeString(path),
    Buffer.from(authorityName),
    encodeString(host),
    ...Object.entries(headers).map(([name, value]) => encodeHeader(name, value)),
  ]);
}

/** Encodes an HPACK header with a literal name and value. */
export function encodeHeader(name: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([0x00]), encodeString(name), encodeString(value)]);
}

function encodeString(value: string): Buffer {
  return Buffer.concat([Buffer.from(encodeInteger(value.length)), Buffer.from(value)]);
}

/** Encodes an integer with a 7-bit prefix (RFC 7541, 5.1). */
function encodeInteger(value: number): number[] {
  if (value < 0x7f) return [value];
  const bytes = [0x7f];
  for (let remaining = value - 0x7f; ; remaining >>>= 7) {
    if (remaining < 0x80) return [...bytes, remaining];
    bytes.push((remaining & 0x7f) | 0x80);
  }
}

/** Encodes an RST_STREAM frame, which cancels a request. */
export function encodeResetFrame(stream: number): Buffer {
  const code = Buffer.alloc(4);
  code.writeUInt32BE(CANCEL);
  return encodeFrame('reset', 0, stream, code);
}

/** Returns a listener for socket data. The listener calls `onFrame` with the name of each received frame. */
export function createFrameListener(onFrame: (name: string) => void): (chunk: Buffer) => void {
  let buffered = Buffer.alloc(0);
  return (chunk) => {
    buffered = Buffer.concat([buffered, chunk]);
    while (buffered.length >= HEAD_LENGTH) {
      const length = HEAD_LENGTH + buffered.readUIntBE(0, 3);
      if (buffered.length < length) return;
      onFrame(FRAME_NAMES[buffered[3]!] ?? 'other');
      buffered = buffered.subarray(length);
    }
  };
}
