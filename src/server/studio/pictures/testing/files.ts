import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const FILE_BUILDERS = {
  /** A JPEG file with a red upper half and a blue lower half. */
  jpeg: () => createTwoColorImage(1600, 1200).jpeg().toBuffer(),
  png: () => createTwoColorImage(1600, 1200).ensureAlpha(0.5).png().toBuffer(),
  webp: () => createTwoColorImage(1600, 1200).webp().toBuffer(),
  avif: () => createTwoColorImage(1600, 1200).avif({ effort: 0 }).toBuffer(),
  /** A JPEG file that is rotated by its EXIF data and contains GPS coordinates. */
  exifRotated: () =>
    createTwoColorImage(1600, 1200)
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Copyright: 'Somebody', Make: 'A camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .jpeg()
      .toBuffer(),
  cmyk: () => createTwoColorImage(1600, 1200).toColourspace('cmyk').jpeg().toBuffer(),
  truncated: async () => {
    const file = await createNoise(1600, 1200).jpeg().toBuffer();
    return file.subarray(0, file.length / 2);
  },
  animated: async () => {
    const frame = (shade: number) => Buffer.alloc(900 * 1125 * 3, shade);
    const raw = { width: 900, height: 2250, channels: 3, pageHeight: 1125 } as const;
    return sharp(Buffer.concat([frame(60), frame(200)]), { raw })
      .webp({ loop: 0, delay: [100, 100] })
      .toBuffer();
  },
  svg: async () =>
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="2000"><rect width="9" height="9"/></svg>',
    ),
  html: async () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  small: () => createTwoColorImage(500, 300).jpeg().toBuffer(),
  /** A PNG file of about 200 KB that decodes to 400 million pixels. */
  bomb: async () => createBlackPng(20_000, 20_000),
} as const;

type FileName = keyof typeof FILE_BUILDERS;

const encodedFiles = new Map<FileName, Promise<Buffer>>();

/** Returns a copy of a test file. Each file is encoded only once, because some files take half a second to encode. */
async function copyFile(name: FileName): Promise<Buffer> {
  const file = encodedFiles.get(name) ?? FILE_BUILDERS[name]();
  encodedFiles.set(name, file);
  return Buffer.from(await file);
}

/** The functions that create valid, invalid and malicious picture files for tests. */
export const PICTURE_FILE_FACTORIES = Object.fromEntries(
  Object.keys(FILE_BUILDERS).map((name) => [name, () => copyFile(name as FileName)]),
) as Record<FileName, () => Promise<Buffer>>;

function createTwoColorImage(width: number, height: number) {
  const below = {
    width,
    height: Math.ceil(height / 2),
    channels: 3,
    background: '#2040c0',
  } as const;
  return sharp({ create: { width, height, channels: 3, background: '#c02020' } }).composite([
    { input: { create: below }, top: Math.floor(height / 2), left: 0 },
  ]);
}

function createNoise(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
}

/** Returns an all-black PNG file with one bit per pixel. The file is small, but the decoded picture is huge. */
function createBlackPng(width: number, height: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(content.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const lines = Buffer.alloc(height * (Math.ceil(width / 8) + 1));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(lines, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
