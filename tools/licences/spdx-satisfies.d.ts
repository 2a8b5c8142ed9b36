declare module 'spdx-satisfies' {
  /** Returns true if these licenses alone satisfy the expression. Throws for expressions unknown to SPDX. */
  export default function satisfies(expression: string, approved: readonly string[]): boolean;
}
