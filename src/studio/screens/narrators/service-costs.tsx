import type { SpeechServiceUsage } from '#domain/studio/narrators.ts';
import { copy } from '../../copy.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { Fact } from '../../ui/fact-list.tsx';
import { Icon } from '../../ui/icons.tsx';
import styles from './narrators.module.css';
import { formatDollarsAndCents } from './recording-costs.ts';

const words = copy.narrators.service;

/** Shows the speech service, its model and its costs for the current month, as items of a description list. */
export function SpeechServiceFacts({ service }: { service: SpeechServiceUsage }) {
  return (
    <>
      <Fact name={words.host}>{service.host}</Fact>
      <Fact name={words.model}>{service.model}</Fact>
      <Fact name={words.thisMonth}>{describeSpending(service)}</Fact>
    </>
  );
}

/**
 * Explains that recording has stopped, because the month's budget is used up. Renders nothing if some budget is left.
 */
export function SpeechBudgetExhaustedNotice({
  service: { month, refusedAt },
}: {
  service: Pick<SpeechServiceUsage, 'month' | 'refusedAt'>;
}) {
  if (!refusedAt) return null;
  const [year, monthNumber] = month.split('-').map(Number);
  // `monthNumber` counts from 1 and JavaScript's month index from 0, so `monthNumber` is the index of the next month.
  const nextMonth = new Date(Date.UTC(year!, monthNumber!, 1));
  const day = nextMonth.toLocaleDateString('en-US', {
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <p className={styles.budget} role="status">
      <Icon name="alert" />
      <span>{words.usedUp(formatDateTime(refusedAt), day)}</span>
    </p>
  );
}

function describeSpending({
  characters,
  maxCharacters,
  cost,
  maxCost,
  price,
}: SpeechServiceUsage): string {
  const count = characters.toLocaleString('en-US');
  const max = maxCharacters?.toLocaleString('en-US');
  const usage = max ? words.ofLimit(count, max) : count;
  const charactersUsed = copy.narrators.characters(usage);
  return price
    ? words.both(
        charactersUsed,
        words.ofLimit(formatDollarsAndCents(cost), formatDollarsAndCents(maxCost)),
      )
    : charactersUsed;
}
