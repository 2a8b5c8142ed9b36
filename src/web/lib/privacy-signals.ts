/** Whether this browser asks not to be tracked: by "Do Not Track", or by Global Privacy Control. */
export function asksNotToBeTracked(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator;
  return doNotTrack === '1' || globalPrivacyControl === true;
}
