/** The package subset-font has no types. These declarations cover the part of it that Octavo uses. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    /** The characters that the new font contains. */
    text: string,
    options: {
      targetFormat: 'woff2' | 'woff' | 'truetype' | 'sfnt';
      /** Value to which an axis of the variable font is pinned, or range to which it is limited, by axis. */
      variationAxes?: Readonly<Record<string, number | Readonly<{ min: number; max: number }>>>;
    },
  ): Promise<Buffer>;
}
