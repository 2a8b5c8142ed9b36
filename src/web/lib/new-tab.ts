/**
 * Opens an address that is yet to be found in a tab of its own, which knows neither this page nor where it comes from. The
 * tab is opened at once, while the press is fresh: later, browsers take it for an advertisement. It is closed, and this
 * rejects, when the address cannot be had.
 */
export async function openInNewTab(findAddress: () => Promise<string>): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const address = await findAddress();
    if (!tab) {
      // Not let: then here.
      location.assign(address);
      return;
    }
    tab.opener = null;
    const link = tab.document.createElement('a');
    link.href = address;
    link.rel = 'noreferrer';
    tab.document.body.append(link);
    link.click();
  } catch (error) {
    tab?.close();
    throw error;
  }
}
