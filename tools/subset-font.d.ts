/** Types for the part of the package subset-font that Octavo uses. The package itself has no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    /** The characters that the new font contains. */
    text: string,
    options: {
      targetFormat: 'woff2' | 'woff' | 'truetype' | 'sfnt';
      /** The fixed value or the range of each axis of the variable font in the new font, by axis. */
      variationAxes?: Readonly<Record<string, number | Readonly<{ min: number; max: number }>>>;
    },
  ): Promise<Buffer>;
}
