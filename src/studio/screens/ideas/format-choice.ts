/** Returns "Latin America" for `latin-america`. */
export function formatRegion(region: string): string {
  return region.replaceAll('-', ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** Returns "Open question" for `open-question`. */
export function formatChoice(choice: string): string {
  return choice.replaceAll('-', ' ').replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
