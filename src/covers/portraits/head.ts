/**
 * The position and size of the head in a portrait of 256 × 256 units. The neck, the face and the
 * hair are positioned relative to the head.
 */
export interface Head {
  x: number;
  y: number;
  halfWidth: number;
  halfHeight: number;
}
