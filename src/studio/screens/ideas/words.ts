/** "Latin America" for `latin-america`. */
export function regionName(region: string): string {
  return region.replaceAll('-', ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** "Open question" for `open-question`. */
export function choiceName(choice: string): string {
  return choice.replaceAll('-', ' ').replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
