import type { CategoryId } from '#domain/categories.ts';

/** The six ink colors of a category, as `#rrggbb`. Covers and portraits use them. */
export interface Palette {
  /** The darkest color of the palette. */
  dark: string;
  /** The main color of the category. */
  main: string;
  /** The color for highlights. */
  accent: string;
  /** A color between the paper color (`light`) and `main`. */
  soft: string;
  /** The color of the paper. */
  light: string;
  /** A color with a different hue from `main`. */
  extra: string;
}

export type PaletteColorKey = keyof Palette;

export const PALETTES_BY_CATEGORY: Readonly<Record<CategoryId, Palette>> = {
  mab: {
    dark: '#2B2350',
    main: '#6A5AA8',
    accent: '#E8674F',
    soft: '#B9A9D6',
    light: '#F2E6DA',
    extra: '#3F7F9C',
  },
  phv: {
    dark: '#1E2A44',
    main: '#3F5C8A',
    accent: '#D9A441',
    soft: '#A9B8C9',
    light: '#F1E8D6',
    extra: '#B5553C',
  },
  sag: {
    dark: '#3A1A2B',
    main: '#A23B4A',
    accent: '#F0B45A',
    soft: '#DBA79A',
    light: '#F5E8DA',
    extra: '#3E5F73',
  },
  eag: {
    dark: '#12352F',
    main: '#2F7A5F',
    accent: '#F2A93B',
    soft: '#A8C5A0',
    light: '#F3EBD3',
    extra: '#D3602F',
  },
  nsm: {
    dark: '#0F3440',
    main: '#1F7A84',
    accent: '#EBC04A',
    soft: '#93C4BE',
    light: '#F1ECDC',
    extra: '#E0684A',
  },
  tae: {
    dark: '#16233F',
    main: '#2F55B0',
    accent: '#FF7A45',
    soft: '#9DB7E3',
    light: '#EFEBE1',
    extra: '#2FA39A',
  },
  haw: {
    dark: '#4A1F2E',
    main: '#C4566A',
    accent: '#F3B69B',
    soft: '#EBD0C3',
    light: '#F8EDE3',
    extra: '#5E8C7B',
  },
  aac: {
    dark: '#2A1736',
    main: '#C2306B',
    accent: '#FFC043',
    soft: '#F0A3AE',
    light: '#F7EBDD',
    extra: '#2B7FA8',
  },
  awd: {
    dark: '#2C2A1B',
    main: '#7C7A2E',
    accent: '#E0883A',
    soft: '#C9C38C',
    light: '#F4ECD4',
    extra: '#A8452A',
  },
  whc: {
    dark: '#33201A',
    main: '#A2502F',
    accent: '#E2B15B',
    soft: '#CFA98A',
    light: '#F3E7D2',
    extra: '#4E6A66',
  },
};
