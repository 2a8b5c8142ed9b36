declare module 'spdx-satisfies' {
  /** Whether one may keep to the expression with these licences alone. Throws for what SPDX does not know. */
  export default function satisfies(expression: string, approved: readonly string[]): boolean;
}
