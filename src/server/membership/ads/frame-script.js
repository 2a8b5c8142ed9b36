/* Runs in the frame of an ad, and in no other page: asks the network for one, and tells the page whether it came. */
if (parent !== window) {
  const unit = document.querySelector('ins');
  const { script, filled, unfilled } = document.body.dataset;
  const tell = (word) => parent.postMessage(word, '*');
  // https://support.google.com/adsense/answer/10762946
  new MutationObserver(() => {
    const { adStatus } = unit.dataset;
    if (adStatus) tell(adStatus === 'filled' ? filled : unfilled);
  }).observe(unit, { attributes: true, attributeFilter: ['data-ad-status'] });
  window.adsbygoogle = window.adsbygoogle || [];
  // https://support.google.com/adsense/answer/7670312
  window.adsbygoogle.requestNonPersonalizedAds = 1;
  window.adsbygoogle.push({});
  const loader = document.createElement('script');
  loader.async = true;
  loader.crossOrigin = 'anonymous';
  loader.onerror = () => tell(unfilled);
  loader.src = script;
  document.head.append(loader);
}
