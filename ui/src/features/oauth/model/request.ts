import { accountText } from '@/lib/i18n/zh-Hans/account'
import { consentText as t } from '@/lib/i18n/zh-Hans/consent'
import { dangerous, groupsOf, hasUnknown, scopesIn } from '@/lib/scopes'
import { many, parseSearch } from '@/lib/url-search'

/** One thing that is allowed. `fresh`: it was not allowed before, while other things were. */
export type Ability = { text: string; danger: boolean; fresh: boolean }
export type Subject = { title: string; danger: boolean; abilities: readonly Ability[] }

type Asked = { requested: number; granted: number; openid?: readonly string[] }

const risky = new Set(['email', 'offline_access'])

/** What a request asks for, by subject: what is dangerous stands first, among the subjects and within each. */
export function subjectsOf({ requested, granted, openid = [] }: Asked): Subject[] {
  const before = new Set(scopesIn(granted))
  const known = openid.flatMap((name) => {
    // The scope of the address says the same.
    const text =
      !Object.hasOwn(t.openid, name) || (name === 'email' && scopesIn(requested).includes('userReadEmail')) ? undefined : t.openid[name]
    return text ? [{ text, danger: risky.has(name), fresh: false }] : []
  })
  const subjects: { title: string; abilities: readonly Ability[] }[] = groupsOf(scopesIn(requested)).map(({ title, scopes }) => ({
    title,
    abilities: scopes.map(
      (scope): Ability => ({
        text: accountText.scopeNames[scope],
        danger: dangerous.has(scope),
        fresh: granted > 0 && !before.has(scope),
      }),
    ),
  }))
  if (known.length > 0) subjects.unshift({ title: t.openidSubject, abilities: known })
  if (hasUnknown(requested)) subjects.push({ title: t.unknownSubject, abilities: [{ text: t.unknown, danger: true, fresh: false }] })
  return dangerFirst(
    subjects.map(({ title, abilities }) => ({ title, abilities: dangerFirst(abilities), danger: abilities.some(({ danger }) => danger) })),
  )
}

function dangerFirst<T extends { danger: boolean }>(list: readonly T[]): T[] {
  return [...list.filter(({ danger }) => danger), ...list.filter(({ danger }) => !danger)]
}

const NEW_MS = 7 * 24 * 60 * 60 * 1000
const FEW = 10

type Known = { verified: boolean; created: string; users: number }

/** Whether an application is so little known that people are warned. */
export function isLittleKnown({ verified, created, users }: Known, now: number): boolean {
  return !verified && (now - new Date(created).getTime() < NEW_MS || users < FEW)
}

/** Where an answer goes: `name` is what a person should recognise. */
export type Place = { kind: 'site' | 'device' | 'program'; name: string }

/** The place of an address; undefined where a browser must not be sent there. */
export function placeOf(address: string): Place | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, host, hostname } = new URL(address)
  const scheme = protocol.slice(0, -1)
  const own = hostname === '127.0.0.1' || hostname === '[::1]'
  if (scheme === 'https' || (scheme === 'http' && own)) return host ? { kind: own ? 'device' : 'site', name: host } : undefined
  return scheme.includes('.') ? { kind: 'program', name: scheme } : undefined
}

/** Whether a text is the address of a page, so that it can be a link. */
export const isWeb = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Whether the application wants an answer without any page (OpenID Connect Core §3.1.2.1), also where nobody is signed in. */
export const isSilent = (search: string): boolean => many(parseSearch(search).prompt).some((words) => words.split(' ').includes('none'))
