/**
 * Fetches a URL and opens it in a new tab, without an opener or a referrer. Opens the tab before the URL is known,
 * because browsers block tabs that are opened some time after a click. If the request fails, closes the tab and
 * rejects.
 */
export async function openFetchedUrlInNewTab(fetchUrl: () => Promise<string>): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const url = await fetchUrl();
    if (!tab) {
      // If the browser blocked the new tab, the URL opens in the current tab.
      location.assign(url);
      return;
    }
    tab.opener = null;
    const link = tab.document.createElement('a');
    link.href = url;
    link.rel = 'noreferrer';
    tab.document.body.append(link);
    link.click();
  } catch (error) {
    tab?.close();
    throw error;
  }
}
