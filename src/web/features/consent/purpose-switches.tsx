import { useEffect, useRef } from 'react';
import { COOKIE_PURPOSES, type ConsentChoices, type CookiePurpose } from '#domain/consent.ts';
import { SwitchRow } from '#ui/switch-row.tsx';
import { consentCopy } from '#web/copy/consent.ts';
import styles from './purpose-switches.module.css';

interface PurposeSwitchesProps {
  /** The current cookie choices, or `undefined` until the page is hydrated. */
  choices: ConsentChoices | undefined;
  onChoose: (purpose: CookiePurpose, isOn: boolean) => void;
  /**
   * True to focus the first switch when it appears. This is needed if the button that showed the switches has
   * disappeared.
   */
  takesFocus?: boolean;
}

/**
 * Switches for the purposes that cookies are used for, such as analytics. The switch for necessary cookies is always
 * on.
 */
export function PurposeSwitches({ choices, onChoose, takesFocus = false }: PurposeSwitchesProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) list.current?.querySelector<HTMLInputElement>('input:enabled')?.focus();
  }, [takesFocus]);
  return (
    <div className={styles.purposes} ref={list}>
      <SwitchRow name={consentCopy.necessary.name} isOn isDisabled>
        {consentCopy.necessary.meaning}
      </SwitchRow>
      {COOKIE_PURPOSES.map((purpose) => (
        <SwitchRow
          key={purpose}
          name={consentCopy.purposes[purpose].name}
          isOn={choices?.[purpose]}
          onChange={(isOn) => onChoose(purpose, isOn)}
        >
          {consentCopy.purposes[purpose].meaning}
        </SwitchRow>
      ))}
    </div>
  );
}
