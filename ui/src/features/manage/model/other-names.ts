import * as v from 'valibot'
import type { ProjectPage } from '@/lib/api/types'
import { otherNamesText as t } from '@/lib/i18n/zh-Hans/other-names'

export const NAME_MAX = 128
const MOST = 63

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const twice = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at)

/** Names, each on a line of its own. */
export const aliasLines = v.pipe(
  v.string(),
  v.check((text) => lines(text).length <= MOST, t.tooMany(MOST)),
  v.check((text) => lines(text).every((name) => [...name].length <= NAME_MAX), t.tooLong(NAME_MAX)),
  v.check(
    (text) => twice(lines(text)) === undefined,
    (issue) => t.twice(twice(lines(issue.input)) ?? ''),
  ),
)

const word = /^[\x21-\x7e]+$/

/**
 * The further names of a project as they are stored, the Chinese title first. The server keeps the kind of a name that is sent
 * without one; with the Chinese title taken away, no other name may take its place.
 */
export function otherNames(
  { aliases, title_zh }: Pick<ProjectPage, 'aliases' | 'title_zh'>,
  given: { title_zh: string; aliases: string },
): { text: string; kind: string }[] {
  const chinese = given.title_zh.trim()
  const kept = (name: string) => chinese !== '' && aliases.includes(name) && name !== title_zh
  const others = lines(given.aliases).filter((name) => name !== chinese)
  return [
    ...(chinese ? [{ text: chinese, kind: 'zh' }] : []),
    ...others.map((text) => ({ text, kind: kept(text) ? '' : word.test(text) ? 'abbr' : 'other' })),
  ]
}
