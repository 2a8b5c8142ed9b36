// @ts-check
/** A reporter for the tool knip that prints the number of examined files, which scripts/check.mjs reads. */

/** Prints the number of files that knip examined. @param {{ counters: { total: number } }} results */
export default function printExaminedFileCount({ counters }) {
  console.log(`examined ${counters.total}`);
}
