import { TIER_LIMITS, type Tier } from '#domain/tiers.ts';

interface Perk {
  text: string;
  isGiven: boolean;
}

/** What a tier gives and then what it does not, in words, from its limits (spec 6). */
export function perksOf(tier: Tier): Perk[] {
  const { bookmarks, follows, narrations, ads, earlyAccess } = TIER_LIMITS[tier];
  return [
    { text: 'Every article', isGiven: true },
    {
      text: narrations ? 'Audio narrations in four voices' : 'No audio narrations past 30 seconds',
      isGiven: narrations,
    },
    { text: ads ? 'Not ad-free' : 'No advertising', isGiven: !ads },
    { text: `Up to ${bookmarks.toLocaleString('en-US')} bookmarks`, isGiven: true },
    {
      text: Number.isFinite(follows) ? `Follow up to ${follows} authors` : 'Unlimited follows',
      isGiven: true,
    },
    ...(earlyAccess ? [{ text: 'Early access to features', isGiven: true }] : []),
  ].sort((one, other) => Number(other.isGiven) - Number(one.isGiven));
}
