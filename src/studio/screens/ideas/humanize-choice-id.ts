/** Formats a region such as `latin-america` as "Latin America". */
export function formatRegion(region: string): string {
  return region.replaceAll('-', ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** Formats a choice such as `open-question` as "Open question". */
export function humanizeChoiceId(choice: string): string {
  return choice.replaceAll('-', ' ').replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
