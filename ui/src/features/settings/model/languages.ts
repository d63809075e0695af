import { languageName } from '@/lib/language-names'
import type { LocaleTag } from '@/lib/locale'

export type LanguageGroup = 'default' | 'experimental' | 'fun'
export type Language = {
  tag: LocaleTag
  /** Its own name. */
  name: string
  group: LanguageGroup
  /** What people may type to find it. */
  words: readonly string[]
}

export const languageGroups: readonly LanguageGroup[] = ['default', 'experimental', 'fun']

export const languages: readonly Language[] = [
  {
    tag: 'zh-Hans',
    name: '简体中文',
    group: 'default',
    words: ['China', 'Chinese', 'Simplified Chinese', 'SC', 'zh', 'zh-CN', '中国', '中文', '汉语', '简体', '简中'],
  },
]

/** The languages that match a text; all without one. */
export function findLanguages(list: readonly Language[], text: string): Language[] {
  const wanted = text.trim().toLowerCase()
  return list.filter((one) => [one.tag, one.name, languageName(one.tag), ...one.words].some((word) => word.toLowerCase().includes(wanted)))
}

/** Fetches the texts of a language. Those of the only one there is are on the page already. */
export function loadLanguage(tag: string): Promise<void> {
  return languages.some((one) => one.tag === tag) ? Promise.resolve() : Promise.reject(new Error(`no texts in ${tag}`))
}
