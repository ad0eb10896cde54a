/** A recorded profile as the part of a browser that the fingerprint reads. What was not recorded is absent. */
function scopeOf(profile) {
  return {
    navigator: { userAgent: profile.userAgent, platform: profile.platform, vendor: profile.vendor },
    screen: { width: profile.screenWidth, height: profile.screenHeight },
    devicePixelRatio: 1,
    Intl: { DateTimeFormat: () => ({ resolvedOptions: () => ({ locale: profile.language }) }) },
  };
}

/** All of a profile that an update of the browser does not change: versions are numbers. */
const lasting = ({ userAgent, platform, vendor, screenWidth, screenHeight, language, pluginsLength }) =>
  JSON.stringify([userAgent.replaceAll(/(?<=[/ ])\d[\d._]*/gu, ''), platform, vendor, [screenWidth, screenHeight].toSorted((a, b) => a - b), language, pluginsLength]);

function weigh(profiles, keyOf) {
  const shares = new Map();
  const all = profiles.reduce((sum, { weight }) => sum + weight, 0);
  for (const profile of profiles) {
    const key = keyOf(profile);
    shares.set(key, (shares.get(key) ?? 0) + profile.weight / all);
  }
  return [...shares.values()];
}

/**
 * How well `print` tells profiles apart. `counted` of `num` visitors drawn by the profiles' weights is the expected
 * number of different fingerprints, `best` of different lasting profiles, which no fingerprint can surpass; `shared` the expected share of visitors whose fingerprint somebody else among them has.
 */
export function collisions(profiles, print) {
  const of = (profile) => print(scopeOf(profile));
  const kinds = { 'of all kinds': profiles, 'on phones': profiles.filter(({ deviceCategory }) => deviceCategory === 'mobile'), 'on desktops': profiles.filter(({ deviceCategory }) => deviceCategory === 'desktop') };
  const visitors = Object.entries(kinds).flatMap(([kind, some]) => {
    const shares = weigh(some, of);
    const best = weigh(some, lasting);
    const expected = (parts, num) => parts.reduce((sum, share) => sum + 1 - (1 - share) ** num, 0);
    return [100, 1_000, 10_000].map((num) => ({
      kind,
      num,
      counted: expected(shares, num),
      best: expected(best, num),
      shared: shares.reduce((sum, share) => sum + share * (1 - (1 - share) ** (num - 1)), 0),
    }));
  });
  return { profiles: profiles.length, distinct: new Set(profiles.map(lasting)).size, fingerprints: new Set(profiles.map(of)).size, visitors };
}
