import type { SpeechServiceReport } from '#domain/studio/narrators.ts';
import { copy } from '../../copy.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { Icon } from '../../ui/icons.tsx';
import { formatDollars } from './costs.ts';
import styles from './narrators.module.css';

const words = copy.narrators.service;

/** Lists the speech service, its model and its costs in the current month, as items of a description list. */
export function ServiceFacts({ service }: { service: SpeechServiceReport }) {
  return (
    <>
      <div>
        <dt>{words.host}</dt>
        <dd>{service.host}</dd>
      </div>
      <div>
        <dt>{words.model}</dt>
        <dd>{service.model}</dd>
      </div>
      <div>
        <dt>{words.thisMonth}</dt>
        <dd>{describeSpending(service)}</dd>
      </div>
    </>
  );
}

/** Explains that recordings have stopped because the budget of the month is used up. */
export function BudgetNotice({
  service: { month, refusedAt },
}: {
  service: Pick<SpeechServiceReport, 'month' | 'refusedAt'>;
}) {
  if (!refusedAt) return null;
  const [year, number] = month.split('-').map(Number);
  // Months are counted from 0 in JavaScript, so the number of this month is the next one.
  const next = new Date(Date.UTC(year!, number!, 1));
  const day = next.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
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
}: SpeechServiceReport): string {
  const count = characters.toLocaleString('en-US');
  const most = maxCharacters?.toLocaleString('en-US');
  const used = most ? words.ofLimit(count, most) : count;
  const spoken = copy.narrators.characters(used);
  return price
    ? words.both(spoken, words.ofLimit(formatDollars(cost), formatDollars(maxCost)))
    : spoken;
}
