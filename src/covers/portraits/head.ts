/** Position and size of the head in a portrait of 256 × 256 units. All other parts are drawn around it. */
export interface Head {
  x: number;
  y: number;
  halfWidth: number;
  halfHeight: number;
}
