// @ts-check
/** A knip reporter that prints the number of examined files. scripts/check.mjs reads this number. */

/** Prints the number of files that knip examined. @param {{ counters: { total: number } }} results */
export default function printExaminedFileCount({ counters }) {
  console.log(`examined ${counters.total}`);
}
