import { create } from 'zustand'
import { clearCookie, readCookie, writeCookie } from '@/lib/storage'

/** The languages of the interface. The first is the default, which addresses do not name with `hl`. */
export const locales = [{ tag: 'zh-Hans', name: '简体中文' }] as const
export type LocaleTag = (typeof locales)[number]['tag']
export type LocaleChoice = 'auto' | LocaleTag

const COOKIE = 'locale'
const [fallback] = locales

/** The supported language for a tag: the same, a parent of it (zh-CN, zh-Hans-SG), or one of the same language. */
export function matchLocale(wanted: string | undefined | null): LocaleTag | undefined {
  const tag = wanted?.trim().toLowerCase().replaceAll('_', '-')
  if (!tag) return undefined
  const exact = locales.find((one) => tag === one.tag.toLowerCase() || tag.startsWith(`${one.tag.toLowerCase()}-`))
  if (exact) return exact.tag
  const language = tag.split('-')[0]
  return locales.find((one) => one.tag.split('-')[0] === language)?.tag
}

/** The language when the choice is left to the browser. */
export function automaticLocale(languages: readonly string[]): LocaleTag {
  for (const language of languages) {
    const found = matchLocale(language)
    if (found) return found
  }
  return fallback.tag
}

type LocaleState = {
  choice: LocaleChoice
  /** The displayed language. */
  tag: LocaleTag
  /** Stores the choice in the cookie; the automatic one clears it. */
  choose: (choice: LocaleChoice) => void
}

const shown = (choice: LocaleChoice): LocaleTag => (choice === 'auto' ? automaticLocale(navigator.languages) : choice)

export const useLocale = create<LocaleState>()((set) => ({
  choice: 'auto',
  tag: fallback.tag,
  choose: (choice) => {
    if (choice === 'auto') clearCookie(COOKIE)
    else writeCookie(COOKIE, choice, 'strict')
    apply(choice)
    set({ choice, tag: shown(choice) })
  },
}))

function apply(choice: LocaleChoice): void {
  document.documentElement.lang = shown(choice)
}

/** Reads the language from the address (`hl`) or the cookie, otherwise from the browser. */
export function startLocale(search: string = location.search): void {
  const asked = new URLSearchParams(search).get('hl')
  const fromAddress = matchLocale(asked)
  const choice = fromAddress ?? (asked === null ? matchLocale(readCookie(COOKIE)) : undefined) ?? 'auto'
  if (fromAddress && fromAddress !== readCookie(COOKIE)) writeCookie(COOKIE, fromAddress, 'strict')
  apply(choice)
  useLocale.setState({ choice, tag: shown(choice) })
  addEventListener('languagechange', () => {
    if (useLocale.getState().choice !== 'auto') return
    apply('auto')
    useLocale.setState({ tag: shown('auto') })
  })
}
