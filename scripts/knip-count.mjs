// @ts-check
/** A knip reporter that prints the number of examined files for scripts/check.mjs. */

/** Prints the number of files that knip examined. @param {{ counters: { total: number } }} results */
export default function printExaminedCount({ counters }) {
  console.log(`examined ${counters.total}`);
}
