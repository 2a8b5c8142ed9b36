/** The package ships no types of its own; this is the part of it that is used. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    /** Every character to keep. */
    text: string,
    options: {
      targetFormat: 'woff2' | 'woff' | 'truetype' | 'sfnt';
      /** Pins an axis to a value, or narrows it to a range. */
      variationAxes?: Readonly<Record<string, number | Readonly<{ min: number; max: number }>>>;
    },
  ): Promise<Buffer>;
}
