// @ts-check
/** A knip reporter that says how many files knip has read: scripts/check.mjs wants to know. */

/** @param {{ counters: { total: number } }} results */
export default function report({ counters }) {
  console.log(`examined ${counters.total}`);
}
