/**
 * Grounds: the background colors of captions on pictures. A ground is a color from its category's palette. Its
 * lightness has been changed just enough for text on it to meet WCAG AA, even where the ground covers a picture with an
 * opacity of only 80%. The content security policy forbids inline styles, so each picture refers to its ground by an
 * ID, and the build generates a CSS rule for each ground.
 */

/**
 * A ground: a background color for captions. Text on it has the ink color (#1B1A17) if the tone is `light`, and the
 * paper color (#FFFDF9) if the tone is `dark`.
 */
export interface CoverGround {
  hex: string;
  tone: 'light' | 'dark';
  /**
   * Color in the dark theme, in which a light ground would be too bright. It has the category's hue, and is as dark as
   * possible while text in the ink color stays legible. Omitted if both themes use the same color.
   */
  night?: string;
}

const GROUNDS = {
  'mab-dark': { hex: '#2B2350', tone: 'dark' },
  'mab-main': { hex: '#564591', tone: 'dark' },
  'mab-extra': { hex: '#17596F', tone: 'dark' },
  'mab-accent': { hex: '#FF8167', tone: 'light' },
  'mab-soft': { hex: '#B9A9D6', tone: 'light', night: '#AFA0CC' },
  'mab-light': { hex: '#F2E6DA', tone: 'light', night: '#AFA0CC' },
  'phv-dark': { hex: '#1E2A44', tone: 'dark' },
  'phv-main': { hex: '#35527F', tone: 'dark' },
  'phv-extra': { hex: '#94371E', tone: 'dark' },
  'phv-accent': { hex: '#D9A441', tone: 'light', night: '#D19E40' },
  'phv-soft': { hex: '#A9B8C9', tone: 'light', night: '#9AA8B9' },
  'phv-light': { hex: '#F1E8D6', tone: 'light', night: '#92A9C3' },
  'sag-dark': { hex: '#3A1A2B', tone: 'dark' },
  'sag-main': { hex: '#973141', tone: 'dark' },
  'sag-extra': { hex: '#345569', tone: 'dark' },
  'sag-accent': { hex: '#F0B45A', tone: 'light', night: '#D69C43' },
  'sag-soft': { hex: '#DBA79A', tone: 'light', night: '#CE9B8E' },
  'sag-light': { hex: '#F5E8DA', tone: 'light', night: '#CE9B8E' },
  'eag-dark': { hex: '#12352F', tone: 'dark' },
  'eag-main': { hex: '#0D5F47', tone: 'dark' },
  'eag-extra': { hex: '#FC8555', tone: 'light' },
  'eag-accent': { hex: '#F2A93B', tone: 'light', night: '#D89B3B' },
  'eag-soft': { hex: '#A8C5A0', tone: 'light', night: '#92AF8A' },
  'eag-light': { hex: '#F3EBD3', tone: 'light', night: '#92AF8A' },
  'nsm-dark': { hex: '#0F3440', tone: 'dark' },
  'nsm-main': { hex: '#045D67', tone: 'dark' },
  'nsm-extra': { hex: '#FE8364', tone: 'light' },
  'nsm-accent': { hex: '#EBC04A', tone: 'light', night: '#C7A23D' },
  'nsm-soft': { hex: '#93C4BE', tone: 'light', night: '#80B0AA' },
  'nsm-light': { hex: '#F1ECDC', tone: 'light', night: '#80B0AA' },
  'tae-dark': { hex: '#16233F', tone: 'dark' },
  'tae-main': { hex: '#294EA8', tone: 'dark' },
  'tae-extra': { hex: '#47B6AD', tone: 'light' },
  'tae-accent': { hex: '#FF824D', tone: 'light' },
  'tae-soft': { hex: '#9DB7E3', tone: 'light', night: '#8EA8D3' },
  'tae-light': { hex: '#EFEBE1', tone: 'light', night: '#8EA8D3' },
  'haw-dark': { hex: '#4A1F2E', tone: 'dark' },
  'haw-main': { hex: '#9A3047', tone: 'dark' },
  'haw-extra': { hex: '#7FAF9D', tone: 'light' },
  'haw-accent': { hex: '#F3B69B', tone: 'light', night: '#D4997F' },
  'haw-soft': { hex: '#EBD0C3', tone: 'light', night: '#C39F91' },
  'haw-light': { hex: '#F8EDE3', tone: 'light', night: '#CC9C88' },
  'aac-dark': { hex: '#2A1736', tone: 'dark' },
  'aac-main': { hex: '#B01A5C', tone: 'dark' },
  'aac-extra': { hex: '#0B5A80', tone: 'dark' },
  'aac-accent': { hex: '#FFC043', tone: 'light', night: '#D09F3F' },
  'aac-soft': { hex: '#F0A3AE', tone: 'light', night: '#DE929D' },
  'aac-light': { hex: '#F7EBDD', tone: 'light', night: '#D4969F' },
  'awd-dark': { hex: '#2C2A1B', tone: 'dark' },
  'awd-main': { hex: '#55520F', tone: 'dark' },
  'awd-extra': { hex: '#98361B', tone: 'dark' },
  'awd-accent': { hex: '#E89042', tone: 'light' },
  'awd-soft': { hex: '#C9C38C', tone: 'light', night: '#AFA973' },
  'awd-light': { hex: '#F4ECD4', tone: 'light', night: '#AFA973' },
  'whc-dark': { hex: '#33201A', tone: 'dark' },
  'whc-main': { hex: '#8C3C1A', tone: 'dark' },
  'whc-extra': { hex: '#3A5652', tone: 'dark' },
  'whc-accent': { hex: '#E2B15B', tone: 'light', night: '#CF9F48' },
  'whc-soft': { hex: '#CFA98A', tone: 'light', night: '#C5A081' },
  'whc-light': { hex: '#F3E7D2', tone: 'light', night: '#C4A17D' },
} as const satisfies Record<string, CoverGround>;

/**
 * ID of a ground (the background color of a caption). It consists of the category's ID and the color's name in the
 * palette, such as `nsm-accent`.
 */
export type CoverGroundId = keyof typeof GROUNDS;

type GroundCategory = CoverGroundId extends `${infer Category}-${string}` ? Category : never;

export const COVER_GROUNDS_BY_ID: Readonly<Record<CoverGroundId, Readonly<CoverGround>>> = GROUNDS;

export const COVER_GROUND_IDS = Object.keys(GROUNDS) as [CoverGroundId, ...CoverGroundId[]];

export function isCoverGroundId(id: string): id is CoverGroundId {
  return Object.hasOwn(GROUNDS, id);
}

/**
 * Returns the ID of a category's darkest ground (the background color of a caption). It is used for pictures whose
 * ground is still unknown.
 */
export function getDefaultCoverGroundId(category: GroundCategory): CoverGroundId {
  return `${category}-dark`;
}

/**
 * Returns the ID of the ground (the background color of a caption) that is closest to a color in the OKLab color space.
 * `hex` has the format `#rrggbb`.
 */
export function findNearestCoverGroundId(hex: string): CoverGroundId {
  const target = toOklab(hex);
  const distanceTo = (id: CoverGroundId) =>
    Math.hypot(...toOklab(COVER_GROUNDS_BY_ID[id].hex).map((value, i) => value - target[i]!));
  return COVER_GROUND_IDS.reduce((best, id) => (distanceTo(id) < distanceTo(best) ? id : best));
}

/** Converts a color to OKLab (https://bottosson.github.io/posts/oklab/). */
function toOklab(hex: string): [number, number, number] {
  const [r, g, b] = [1, 3, 5].map((at) =>
    linearize(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  );
  const l = Math.cbrt(0.4122214708 * r! + 0.5363325363 * g! + 0.0514459929 * b!);
  const m = Math.cbrt(0.2119034982 * r! + 0.6806995451 * g! + 0.1073969566 * b!);
  const s = Math.cbrt(0.0883024619 * r! + 0.2817188376 * g! + 0.6299787005 * b!);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function linearize(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
