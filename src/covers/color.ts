/** Calculations with colors in the format `#rrggbb`. */

/** Mixes two colors. `share` is the proportion of the color `other` in the result, from 0 to 1. */
export function mixColors(one: string, other: string, share: number): string {
  const [a, b] = [parseChannels(one), parseChannels(other)];
  return `#${a
    .map((value, i) => Math.round(value + (b[i]! - value) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** Returns the relative luminance of a color as defined by WCAG: 0 is black, 1 is white. */
export function computeRelativeLuminance(color: string): number {
  const [r, g, b] = parseChannels(color).map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

/** Returns the contrast ratio of two colors as defined by WCAG, from 1 to 21. */
export function computeContrastRatio(one: string, other: string): number {
  const [low, high] = [computeRelativeLuminance(one), computeRelativeLuminance(other)].sort(
    (a, b) => a - b,
  );
  return (high! + 0.05) / (low! + 0.05);
}

function parseChannels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}
