import { licenseText } from '@/lib/i18n/zh-Hans/license'

type Fact = keyof typeof licenseText.facts

const permissive: readonly Fact[] = ['trade', 'change', 'credit']
const free: readonly Fact[] = ['trade', 'change', 'noCredit']
const copyleft: readonly Fact[] = [...permissive, 'alike', 'source']
const lesser: readonly Fact[] = [...permissive, 'parts']

/** The facts of common licences by their SPDX ids. */
const known: ReadonlyMap<string, readonly Fact[]> = new Map([
  ['MIT', permissive],
  ['ISC', permissive],
  ['BSD-2-Clause', permissive],
  ['BSD-3-Clause', permissive],
  ['Apache-2.0', permissive],
  ['CC0-1.0', free],
  ['Unlicense', free],
  ['MIT-0', free],
  ['0BSD', free],
  ['WTFPL', free],
  ['MPL-2.0', lesser],
  ['LicenseRef-All-Rights-Reserved', ['ask']],
])

/** The same for families of which each version says so. */
const families: ReadonlyMap<string, readonly Fact[]> = new Map<string, readonly Fact[]>([
  ['GPL', copyleft],
  ['AGPL', [...copyleft, 'network']],
  ['LGPL', lesser],
  ['CC-BY', permissive],
  ['CC-BY-SA', [...permissive, 'alike']],
  ['CC-BY-ND', ['trade', 'noChange', 'credit']],
  ['CC-BY-NC', ['noTrade', 'change', 'credit']],
  ['CC-BY-NC-SA', ['noTrade', 'change', 'credit', 'alike']],
  ['CC-BY-NC-ND', ['noTrade', 'noChange', 'credit']],
])

const family = /^((?:A|L)?GPL|CC-BY(?:-NC)?(?:-SA|-ND)?)-\d\.\d(?:-only|-or-later)?$/

/** What a licence allows and demands, in Chinese; undefined for one that is not known. */
export function licenseFacts(id: string): string | undefined {
  const facts = known.get(id) ?? families.get(family.exec(id)?.[1] ?? '')
  return facts && licenseText.join(facts.map((fact) => licenseText.facts[fact]))
}

/** The address of the full text of a licence with an SPDX id. */
export function licenseAddress(id: string): string | undefined {
  return licenseFacts(id) && !id.startsWith('LicenseRef-') ? `https://spdx.org/licenses/${id}.html` : undefined
}
