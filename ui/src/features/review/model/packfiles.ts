import { packFileText as t } from '@/lib/i18n/zh-Hans/packfile'
import type { Judgements, PackFile } from '../packfile-api'
import type { Progress } from './checklist'

export const statuses = ['yes', 'with-attribution-and-source', 'with-attribution', 'no', 'permanent-no', 'unidentified'] as const
export type Status = (typeof statuses)[number]

/** What a moderator enters about a file. */
export type Draft = { status: Status | ''; title: string; link: string; proof: string }

const NOT_PERMITTED = 'pack-not-permitted'
const ATTRIBUTION = 'pack-attribution-missing'
const FILLER = 'FILES'
/** A filler has at most 8000 characters. */
const MOST_TEXT = 7_000

/** Files that need no further look: they may stay as they are. */
export const isFine = ({ status }: Pick<PackFile, 'status'>): boolean => status === 'yes' || status === 'with-attribution-and-source'

/** Whether a file was judged after a time: then it was asked about, and does not count as known. */
export const judgedSince = ({ judgement }: Pick<PackFile, 'judgement'>, since: string | null): boolean =>
  judgement !== null && since !== null && Date.parse(judgement.at) >= Date.parse(since)

/** Whether the moderator must also say that the file may stay all the same. */
export const asksApproval = (status: string): boolean => status === 'unidentified' || status === 'with-attribution' || status === 'no'

/** Whether title, link and proof are asked for: of files that are known by their content only. */
export const asksDetails = (file: Pick<PackFile, 'flame' | 'judgement'>, status: string): boolean =>
  !judgesFlame(file) && status !== '' && status !== 'unidentified'

/** Whether a judgement is about the whole project on the other platform. */
export const judgesFlame = ({ flame, judgement }: Pick<PackFile, 'flame' | 'judgement'>): boolean =>
  flame !== null && judgement?.of !== 'file'

export function isJudged(file: PackFile, approved: Progress['approved']): boolean {
  return file.status !== '' && (!asksApproval(file.status) || approved[file.sha512] !== undefined)
}

export const draftOf = ({ status, judgement }: Pick<PackFile, 'status' | 'judgement'>): Draft => ({
  status,
  title: judgement?.title ?? '',
  link: judgement?.link ?? '',
  proof: judgement?.proof ?? '',
})

/** The request for a draft; undefined where it says what is known already. `seen` is the number of the judgement that was shown. */
export function judgementOf(file: PackFile, draft: Draft, seen: number): Judgements | undefined {
  const { status } = draft
  if (status === '') return undefined
  const before = draftOf(file)
  if (judgesFlame(file) && file.flame) {
    if (before.status === status) return undefined
    const { id, title, url } = file.flame
    return { [file.sha512]: { type: 'flame', status, id, title, link: url, seen } }
  }
  const texts = asksDetails(file, status) ? { title: draft.title.trim(), link: draft.link.trim(), proof: draft.proof.trim() } : {}
  const { title = '', link = '', proof = '' } = texts
  if (before.status === status && before.title === title && before.link === link && before.proof === proof) return undefined
  return { [file.sha512]: { type: 'unknown', status, seen, ...texts } }
}

/** The lists of the message, as Markdown. */
export type Lists = { [NOT_PERMITTED]: string; [ATTRIBUTION]: string; counts: { notPermitted: number; attribution: number } }

export const noLists: Lists = { [NOT_PERMITTED]: '', [ATTRIBUTION]: '', counts: { notPermitted: 0, attribution: 0 } }

/** What the author must mend, by the judgements so far. */
export function listsOf(files: readonly PackFile[], approved: Progress['approved']): Lists {
  const refused = files.filter(
    ({ status, sha512 }) => status === 'permanent-no' || ((status === 'no' || status === 'unidentified') && approved[sha512] === false),
  )
  const nameless = files.filter(({ status, sha512 }) => status === 'with-attribution' && approved[sha512] === false)
  return {
    [NOT_PERMITTED]: markdown(refused),
    [ATTRIBUTION]: markdown(nameless),
    counts: { notPermitted: refused.length, attribution: nameless.length },
  }
}

function markdown(files: readonly PackFile[]): string {
  const lines: string[] = []
  let length = 0
  for (const [index, file] of files.entries()) {
    const line = `- ${item(file)}`
    length += line.length + 1
    if (length > MOST_TEXT) return [...lines, `- ${t.listMore(files.length - index)}`].join('\n')
    lines.push(line)
  }
  return lines.join('\n')
}

function item({ name, judgement, flame }: PackFile): string {
  const title = judgement?.title || flame?.title || ''
  const link = judgement?.link || flame?.url || ''
  if (!title && !link) return escaped(name)
  const shown = escaped(title || name)
  const linked = link ? `[${shown}](<${link}>)` : shown
  return title ? t.listItem(linked, escaped(name)) : linked
}

/** Markdown that shows a text of one line unchanged. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>#|~&@]/g, '\\$&').replaceAll('://', '\\://')

/**
 * Enters the lists into the options of the step. What the moderator has changed by hand stays: an option that was switched
 * off, and a text that is not the list that was entered before.
 */
export function noted(progress: Progress, before: Lists, after: Lists): Progress {
  let chosen = progress.chosen
  for (const option of [NOT_PERMITTED, ATTRIBUTION] as const) {
    const had = before[option]
    const list = after[option]
    const values = chosen[option]
    const text = values?.[FILLER]
    if (!values) {
      if (list && !had) chosen = { ...chosen, [option]: { [FILLER]: list } }
    } else if (list && (text === undefined || (text === had && text !== list))) {
      chosen = { ...chosen, [option]: { ...values, [FILLER]: list } }
    } else if (!list && had && text === had) {
      const { [option]: entered, ...rest } = chosen
      if (entered) chosen = rest
    }
  }
  return chosen === progress.chosen ? progress : { ...progress, chosen }
}

/** The files whose name or path contains a text. */
export function search(files: readonly PackFile[], text: string): readonly PackFile[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return files
  return files.filter(({ name, places }) => `${name}\n${places.map(({ path }) => path).join('\n')}`.toLowerCase().includes(wanted))
}
