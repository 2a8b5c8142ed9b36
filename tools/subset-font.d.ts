/** Types for the part of the package subset-font that Octavo uses. The package itself has no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    /** The characters that the new font contains. */
    text: string,
    options: {
      targetFormat: 'woff2' | 'woff' | 'truetype' | 'sfnt';
      /** For each axis of the variable font, its fixed value or its range in the new font. */
      variationAxes?: Readonly<Record<string, number | Readonly<{ min: number; max: number }>>>;
    },
  ): Promise<Buffer>;
}
