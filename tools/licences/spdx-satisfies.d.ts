declare module 'spdx-satisfies' {
  /**
   * Returns true if the approved licenses satisfy an SPDX license expression. Throws if the expression is not valid
   * SPDX.
   */
  export default function satisfies(expression: string, approved: readonly string[]): boolean;
}
