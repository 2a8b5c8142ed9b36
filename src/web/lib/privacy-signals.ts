/** Returns true if this browser sends the Do Not Track or the Global Privacy Control signal. */
export function asksNotToBeTracked(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator;
  return doNotTrack === '1' || globalPrivacyControl === true;
}
