import { accountText as t } from '@/lib/i18n/zh-Hans/account'

export type ScopeName = keyof typeof t.scopeNames

/** The bit of each scope that a token may have. */
const bits: Record<ScopeName, number> = {
  userReadEmail: 0,
  userRead: 1,
  userWrite: 2,
  notificationRead: 5,
  notificationWrite: 6,
  payoutsRead: 7,
  payoutsWrite: 8,
  analytics: 9,
  projectCreate: 10,
  projectRead: 11,
  projectWrite: 12,
  projectDelete: 13,
  versionCreate: 14,
  versionRead: 15,
  versionWrite: 16,
  versionDelete: 17,
  reportCreate: 18,
  reportRead: 19,
  reportWrite: 20,
  reportDelete: 21,
  threadRead: 22,
  threadWrite: 23,
  collectionCreate: 31,
  collectionRead: 32,
  collectionWrite: 33,
  collectionDelete: 34,
  organizationCreate: 35,
  organizationRead: 36,
  organizationWrite: 37,
  organizationDelete: 38,
  wikiWrite: 40,
  serverRead: 48,
  serverPower: 49,
  serverWrite: 50,
}

export const scopeGroups: readonly { title: string; scopes: readonly ScopeName[] }[] = [
  { title: t.scopeGroups.project, scopes: ['projectRead', 'projectCreate', 'projectWrite', 'projectDelete'] },
  { title: t.scopeGroups.version, scopes: ['versionRead', 'versionCreate', 'versionWrite', 'versionDelete'] },
  {
    title: t.scopeGroups.user,
    scopes: ['userRead', 'userReadEmail', 'userWrite', 'notificationRead', 'notificationWrite', 'analytics', 'payoutsRead', 'payoutsWrite'],
  },
  {
    title: t.scopeGroups.team,
    scopes: [
      'organizationRead',
      'organizationCreate',
      'organizationWrite',
      'organizationDelete',
      'collectionRead',
      'collectionCreate',
      'collectionWrite',
      'collectionDelete',
    ],
  },
  {
    title: t.scopeGroups.other,
    scopes: ['threadRead', 'threadWrite', 'reportCreate', 'reportRead', 'reportWrite', 'reportDelete', 'wikiWrite'],
  },
  { title: t.scopeGroups.server, scopes: ['serverRead', 'serverPower', 'serverWrite'] },
]

/** The groups of some scopes, without empty ones. */
export const groupsOf = (among?: readonly ScopeName[]) =>
  scopeGroups
    .map(({ title, scopes }) => ({ title, scopes: scopes.filter((scope) => !among || among.includes(scope)) }))
    .filter(({ scopes }) => scopes.length > 0)

/** What cannot be undone, costs money, acts in the name of a server's owner, or shows an address. */
export const dangerous: ReadonlySet<ScopeName> = new Set<ScopeName>([
  'projectDelete',
  'versionDelete',
  'userReadEmail',
  'userWrite',
  'payoutsRead',
  'payoutsWrite',
  'organizationWrite',
  'organizationDelete',
  'collectionDelete',
  'threadRead',
  'threadWrite',
  'serverPower',
  'serverWrite',
])

/** The number of a set of scopes; plain numbers hold it, bit operators would not. */
export function scopeBits(scopes: ReadonlySet<ScopeName>): number {
  return [...scopes].reduce((sum, scope) => sum + 2 ** bits[scope], 0)
}

/** The scopes in a number; unknown bits are left out. */
export function scopesIn(value: number): ScopeName[] {
  return (Object.keys(bits) as ScopeName[]).filter((scope) => Math.floor(value / 2 ** bits[scope]) % 2 === 1)
}

/** Whether a number has bits of no known scope. */
export function hasUnknown(value: number): boolean {
  return value !== scopeBits(new Set(scopesIn(value)))
}
