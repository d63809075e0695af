import { historyText as t } from '@/lib/i18n/zh-Hans/history'
import type { Step } from '../api'

export type Tone = 'acc' | 'ok' | 'bad' | 'warn' | 'plain'
const tones: Record<string, Tone> = { submitted: 'acc', approved: 'ok', rejected: 'bad', withheld: 'warn', undone: 'warn' }

export function toneOf(step: Pick<Step, 'type' | 'forced'>): Tone {
  if (step.forced) return 'warn'
  return tones[step.type] ?? 'plain'
}

/** A submission or a decision: a square on the track. */
export function decides(step: Pick<Step, 'type' | 'forced'>): boolean {
  return toneOf(step) !== 'plain'
}

/** What a step did, in a few words. */
export function verbOf(step: Pick<Step, 'type' | 'kinds' | 'round' | 'forced'>): string {
  if (step.forced) return t.verb.forced
  if (step.type === 'submitted' && step.round > 1) return t.verb.resubmitted
  if (step.type !== 'changed') return t.verb[step.type]
  const words = [...new Set(step.kinds.map((kind) => t.kind[kind] ?? t.verb.changed))]
  const shown = words.slice(0, MOST)
  return words.length > MOST ? t.andMore(shown.join('、')) : shown.join('、')
}
const MOST = 3

/** Steps of one round with their number; 0 holds what came before the first submission. Newest first. */
export type Part = { round: number; steps: Step[]; submitted?: string; decided?: string }

export function partsOf(steps: readonly Step[]): Part[] {
  const parts: Part[] = []
  for (const step of steps) {
    let last = parts.at(-1)
    if (!last || step.type === 'submitted') {
      last = { round: step.round, steps: [], ...(step.type === 'submitted' ? { submitted: step.at } : {}) }
      parts.push(last)
    }
    last.steps.unshift(step)
    if (
      last.submitted &&
      last.decided === undefined &&
      step.type !== 'submitted' &&
      step.type !== 'undone' &&
      !step.forced &&
      !step.undone &&
      decides(step)
    )
      last.decided = step.at
  }
  return parts.reverse()
}

export type Tick = { step: Step; index: number; place: number }
export type Shade = { from: number; to: number; round: number }
export type Mark = {
  place: number
  time: string
  /** Shown only where the track is wide. */
  spare: boolean
}

/** Where the steps stand on the track, in percent: half by their time and half by their order, so that a busy hour in a
 * quiet year can still be told apart. */
export function ticksOf(steps: readonly Step[], now: number): Tick[] {
  const first = Date.parse(steps[0]?.at ?? '')
  const span = Math.max(1, now - first)
  return steps.map((step, index) => {
    const time = Math.min(1, Math.max(0, (Date.parse(step.at) - first) / span))
    const order = (index + 1) / (steps.length + 1)
    return { step, index, place: 1 + 97 * (time / 2 + order / 2) }
  })
}

/** The rounds: from each submission to the next decision, or to now. */
export function shadesOf(ticks: readonly Tick[]): Shade[] {
  const shades: Shade[] = []
  let open: Shade | undefined
  for (const { step, place } of ticks) {
    if (step.type === 'submitted') {
      open = { from: place, to: 100, round: step.round }
      shades.push(open)
    } else if (open && (decides(step) || step.to !== 'processing')) {
      open.to = place
      open = undefined
    }
  }
  return shades
}

const APART = 14
/** On a phone a label takes a fifth of the track; the first one begins at its edge. */
const APART_NARROW = 32
const END_NARROW = 78

/** Days under the track, far enough from each other to be read. */
export function marksOf(ticks: readonly Tick[]): Mark[] {
  const marks: Mark[] = []
  let day = ''
  let narrow = -APART_NARROW
  for (const { step, place } of ticks) {
    const that = new Date(step.at).toDateString()
    const last = marks.at(-1)
    if (that === day || place > 100 - APART / 2 || (last && place - last.place < APART)) continue
    day = that
    const spare = marks.length > 0 && (place - narrow < APART_NARROW || place > END_NARROW)
    if (!spare) narrow = place
    marks.push({ place, time: step.at, spare })
  }
  return marks
}

/** The step whose place is nearest. */
export function nearest(ticks: readonly Tick[], place: number): number {
  return ticks.reduce((best, tick) => {
    const than = ticks[best]
    return than && Math.abs(than.place - place) <= Math.abs(tick.place - place) ? best : tick.index
  }, 0)
}

/** The step that a key moves to, undefined for other keys. */
export function moved(key: string, steps: readonly Step[], at: number): number | undefined {
  const last = steps.length - 1
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, at - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, at + 1)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'PageUp': {
      const next = steps.findIndex((step, index) => index > at && decides(step))
      return next < 0 ? last : next
    }
    case 'PageDown': {
      const before = steps.findLastIndex((step, index) => index < at && decides(step))
      return before < 0 ? 0 : before
    }
  }
  return undefined
}

/** The index of the step that a position belongs to: the last one that it covers. */
export function indexAt(steps: readonly Step[], position: number | undefined): number {
  if (position === undefined) return steps.length - 1
  const found = steps.findLastIndex((step) => step.position <= position)
  return Math.max(0, found)
}

/** What a step is compared with unless something else was chosen: the submission before it, otherwise the step before. */
export function earlierOf(steps: readonly Step[], at: number): Step | undefined {
  const waits = steps[at]?.to === 'processing'
  const submissions = steps.slice(0, at + 1).filter((step) => step.type === 'submitted')
  return submissions.at(waits ? -2 : -1) ?? steps[at - 1]
}
