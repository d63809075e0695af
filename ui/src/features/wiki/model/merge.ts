import { diffLines } from 'diff'
import { wikiReviewText } from '@/lib/i18n/zh-Hans/wiki-review'

const { theirsSide, mineSide } = wikiReviewText.conflicts
const OPEN = `<<<<<<< ${theirsSide}`
const MIDDLE = '======='
const CLOSE = `>>>>>>> ${mineSide}`

const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
const linesOf = (text: string) => text.split('\n')

/** Two versions of a text in one: lines that both have stand once, others between markers, the published ones first. */
export function bothOf(theirs: string, mine: string): string {
  const parts = diffLines(ended(theirs), ended(mine))
  let all = ''
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at]
    if (!part) continue
    if (!part.added && !part.removed) {
      all += part.value
      continue
    }
    const next = part.removed && parts[at + 1]?.added ? parts[at + 1] : undefined
    if (next) at += 1
    all += `${OPEN}\n${part.removed ? part.value : ''}${MIDDLE}\n${part.added ? part.value : (next?.value ?? '')}${CLOSE}\n`
  }
  return mine.endsWith('\n') ? all : all.replace(/\n$/, '')
}

/** Whether a merged text still has a marker. A line of equals signs also underlines a heading: one that a version has counts as text. */
export function unmerged(text: string, theirs: string, mine: string): boolean {
  const own = [...linesOf(theirs), ...linesOf(mine)]
  return linesOf(text).some((line) => [OPEN, MIDDLE, CLOSE].includes(line.trimEnd()) && !own.includes(line))
}
