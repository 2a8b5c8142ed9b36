import type { Failure } from './failures.ts';
import type { PeriodSummary } from './observations.ts';
import type { WriteVerification } from './verify.ts';

/** Maximum number of examples that are printed for each kind of problem, such as lost writes. */
const MAX_EXAMPLES = 3;

/**
 * Describes lost writes, duplicated writes, rows that do not belong to any write, and responses that must not occur
 * even during a failure.
 */
export function listWriteAndResponseProblems(
  period: PeriodSummary,
  { lost, doubled, unknown }: WriteVerification,
): string[] {
  return [
    ...Object.values(period).flatMap(({ unexpected }) => unexpected),
    ...lost.slice(0, MAX_EXAMPLES).map((identity) => `lost: ${identity}`),
    ...doubled.slice(0, MAX_EXAMPLES).map((identity) => `doubled: ${identity}`),
    ...unknown.slice(0, MAX_EXAMPLES).map((identity) => `never sent: ${identity}`),
  ];
}

/** Describes the groups of requests, such as writes, that have not succeeded once since the recovery from a failure. */
export function listRecoveryProblems(sinceRecovery: PeriodSummary): string[] {
  return Object.entries(sinceRecovery)
    .filter(([, { successes }]) => !successes)
    .map(
      ([group, { requests, refusals }]) =>
        `${group}: no success after the recovery (${requests} responses, ${refusals} of them with 503)`,
    );
}

/** Describes a failure that caused too few failovers, and therefore tested nothing. */
export function listMissingFailoverProblems(
  { minFailovers }: Failure,
  failovers: number,
): string[] {
  return failovers >= minFailovers
    ? []
    : [`no effect: ${failovers} failovers instead of ${minFailovers}`];
}
