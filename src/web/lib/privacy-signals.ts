/** Returns true if this browser sends "Do Not Track" or Global Privacy Control. */
export function asksNotToBeTracked(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator;
  return doNotTrack === '1' || globalPrivacyControl === true;
}
