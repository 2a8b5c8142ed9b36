/** The package has no types; these cover the part that is used. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    /** Characters to keep. */
    text: string,
    options: {
      targetFormat: 'woff2' | 'woff' | 'truetype' | 'sfnt';
      /** Pins an axis to a value, or narrows it to a range. */
      variationAxes?: Readonly<Record<string, number | Readonly<{ min: number; max: number }>>>;
    },
  ): Promise<Buffer>;
}
