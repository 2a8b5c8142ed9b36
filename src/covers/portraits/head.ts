/** A head in the middle of 256 × 256 units; everything else is drawn around it. */
export interface Head {
  x: number;
  y: number;
  halfWidth: number;
  halfHeight: number;
}
