/** The file of the rule with which a site begins, as another version: three quarters for the creators, every kind of hit the same. */
export const sampleRule = (name = 'net-75', version = 1): string =>
  JSON.stringify({ name, version, creators: 7500, weights: { view: 1, download: 1, anonymous: 0 } }, undefined, 2)
