import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['../**/*.ts', '../**/*.tsx', '!**/*.test.ts', '!**/*.test.tsx', '!**/*.gen.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const namesOf = (matches: (text: string) => boolean) =>
  Object.entries(sources)
    .filter(([, text]) => matches(text))
    .map(([name]) => name.replace(/^.*\//, ''))
    .sort()

test('the pages of promotions are named by their routes, the address of an offer and the filter of links alone', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(400)
  expect(namesOf((text) => /['"`]\/(pcl|server)(?=['"`/?#])/.test(text))).toEqual(['offers.ts', 'pcl.tsx', 'promotions.ts', 'server.tsx'])
})

test('whoever leads to a promotion asks whether the visitor hides them', () => {
  const leading = (text: string) => /\b(offerAddress|isPromotion)\b/.test(text) && !/export function (offerAddress|isPromotion)/.test(text)
  expect(namesOf(leading)).toEqual(['offer-button.tsx', 'prose.tsx'])
  expect(namesOf((text) => leading(text) && text.includes('hideAppPromos'))).toEqual(['offer-button.tsx', 'prose.tsx'])
})
