import type { Progress, Step } from './checklist'
import { markOf } from './checklist'
import type { Decision } from './decision'

/** What a moderator confirms in words before a decision. */
export type Ask = 'outside' | 'objections' | 'refusal' | 'unseen' | 'closing'

/** A required filler of a chosen option without a value. */
export type Lacking = { step: Step; option: string; name: string; filler: string }

/** The chosen options with their values in a short form: two that are equal make the same message. */
export function signatureOf({ chosen }: Pick<Progress, 'chosen'>): string {
  const sorted = Object.entries(chosen)
    .map(([option, values]) => [
      option,
      Object.entries(values)
        .map(([id, value]) => [id, value.trim()])
        .filter(([, value]) => value !== '')
        .sort(),
    ])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  let [one, two] = [0xdeadbeef, 0x41c6ce57]
  for (const char of JSON.stringify(sorted)) {
    const code = char.codePointAt(0) ?? 0
    one = Math.imul(one ^ code, 2654435761)
    two = Math.imul(two ^ code, 1597334677)
  }
  return `${(one >>> 0).toString(36)}.${(two >>> 0).toString(36)}`
}

/** Takes what is typed: a message is about the options that were chosen when it was begun. */
export function write(progress: Progress, message: string): Progress {
  if (message.trim() === '') return { ...progress, message, templates: [], made: '' }
  return { ...progress, message, made: progress.message.trim() === '' ? signatureOf(progress) : progress.made }
}

/** Whether the message is older than the options. What was stored before this was known is not. */
export const isStale = (progress: Progress): boolean =>
  progress.message.trim() !== '' && progress.made !== '' && progress.made !== signatureOf(progress)

export function lackingOf(steps: readonly Step[], { chosen }: Pick<Progress, 'chosen'>): Lacking[] {
  return steps.flatMap((step) =>
    step.options.flatMap((option) => {
      const values = chosen[option.id]
      if (!values) return []
      return option.fillers
        .filter((filler) => filler.required && !values[filler.id]?.trim())
        .map((filler) => ({ step, option: option.id, name: option.name, filler: filler.id }))
    }),
  )
}

/** How many steps have no remark and were not passed. */
export const unseenOf = (steps: readonly Step[], progress: Progress): number =>
  steps.filter((step) => markOf(step, progress) === 'open').length

const isOf = (use: string, template: string) => use.startsWith(`${template}@`)

/** Whether a message says what is wrong: it was made from such templates, or repeats an earlier refusal. */
export function refuses({ message, templates }: Pick<Progress, 'message' | 'templates'>, refusals: readonly string[]): boolean {
  const text = message.trim()
  if (text === '') return false
  return templates.some((use) => !isOf(use, 'approved')) || refusals.some((one) => one.trim() === text)
}

type Work = {
  /** The project is not in review. */
  outside: boolean
  objections: number
  unseen: number
  /** The message is that of a refusal. */
  refusal: boolean
  templates: readonly string[]
}

/** What has to be confirmed before a decision; nothing where all was seen and nothing contradicts it. */
export function asksOf(decision: Decision, { outside, objections, unseen, refusal, templates }: Work): Ask[] {
  const asks: Ask[] = outside ? ['outside'] : []
  if (decision === 'approve') {
    if (objections > 0) asks.push('objections')
    if (refusal) asks.push('refusal')
    if (unseen > 0) asks.push('unseen')
    return asks
  }
  const other = decision === 'withhold' ? 'closing' : 'closing-withheld'
  if (templates.some((use) => isOf(use, other))) asks.push('closing')
  return asks
}
