import type { Tier } from '#domain/tiers.ts';
import { Icon } from '#ui/icons.tsx';
import { PLAN_COMPARISON_ROWS, plansCopy } from '#web/copy/plans.ts';

interface PlanFeaturesProps {
  of: Tier;
  className?: string | undefined;
  /** The CSS class of rows for features that the plan does not include. */
  lacking?: string | undefined;
}

/** A list of a plan's features. */
export function PlanFeatures({ of, className, lacking }: PlanFeaturesProps) {
  return (
    <ul className={className}>
      {PLAN_COMPARISON_ROWS.map((row) => {
        const { name, [of]: text } = row;
        return (
          <li key={name} className={text === null ? lacking : undefined}>
            {text === null ? <i aria-hidden="true" /> : <Icon name="check" />}
            <span>
              {text === null && <span className="vh">{plansCopy.notIncluded} </span>}
              {text ?? name}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
