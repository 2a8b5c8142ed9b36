import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { ALL_SCREENS } from '#domain/screens.ts';

interface ManifestImage {
  src: string;
  type: string;
  sizes: string;
}

const PUBLIC_FOLDER = new URL('public/', import.meta.url);
const manifest: {
  icons: ManifestImage[];
  screenshots: ManifestImage[];
  shortcuts: { url: string }[];
} = JSON.parse(readFileSync(new URL('manifest.webmanifest', PUBLIC_FOLDER), 'utf8'));
const images = [...manifest.icons, ...manifest.screenshots].filter(({ sizes }) => sizes !== 'any');

it.each(images)(
  'has the picture $src in the stated format and size',
  async ({ src, type, sizes }) => {
    const bytes = readFileSync(new URL(`.${src}`, PUBLIC_FOLDER));
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ type: `image/${format}`, sizes: `${width}x${height}` }).toEqual({ type, sizes });
  },
);

it('has shortcuts to screens', () => {
  const paths: readonly string[] = ALL_SCREENS.map(({ path }) => path);
  for (const { url } of manifest.shortcuts) expect(paths).toContain(url);
});
