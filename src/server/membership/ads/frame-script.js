/*
 * Runs only in an ad frame. Requests an ad from the network and reports to the embedding page whether an ad was shown.
 */
if (parent !== window) {
  const unit = document.querySelector('ins');
  const { script, filled, unfilled } = document.body.dataset;
  const notify = (message) => parent.postMessage(message, '*');
  // The ad network sets `data-ad-status` to report whether it has filled the ad
  // (https://support.google.com/adsense/answer/10762946).
  new MutationObserver(() => {
    const { adStatus } = unit.dataset;
    if (adStatus) notify(adStatus === 'filled' ? filled : unfilled);
  }).observe(unit, { attributes: true, attributeFilter: ['data-ad-status'] });
  window.adsbygoogle = window.adsbygoogle || [];
  // This setting turns personalized ads off (https://support.google.com/adsense/answer/7670312).
  window.adsbygoogle.requestNonPersonalizedAds = 1;
  window.adsbygoogle.push({});
  const loader = document.createElement('script');
  loader.async = true;
  loader.crossOrigin = 'anonymous';
  loader.onerror = () => notify(unfilled);
  loader.src = script;
  document.head.append(loader);
}
