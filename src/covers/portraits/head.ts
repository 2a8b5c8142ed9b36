/**
 * Position and size of the head in a portrait of 256 × 256 units. All other parts are positioned relative to
 * it.
 */
export interface Head {
  x: number;
  y: number;
  halfWidth: number;
  halfHeight: number;
}
