import type { BodyOf, Answer } from '@/lib/api/operations'

export type Checklist = Answer<'GET', '/_internal/moderation/project/{id}/checklist'>
export type Step = Checklist['steps'][number]
export type Option = Step['options'][number]
type Stored = BodyOf<'PUT', '/_internal/moderation/project/{id}/progress'>

/** How far a moderator has come with a project. `chosen` has the values of the fillers by option. */
export type Progress = {
  step: string
  visited: readonly string[]
  chosen: Readonly<Record<string, Readonly<Record<string, string>>>>
  message: string
  templates: readonly string[]
  reason: string
  /** For which options the message was written (signatureOf); empty where that is not known. */
  made: string
  /** Whether files of a modpack may stay all the same, by their SHA-512. */
  approved: Readonly<Record<string, boolean>>
}

export const noProgress: Progress = { step: '', visited: [], chosen: {}, message: '', templates: [], reason: '', made: '', approved: {} }

export const chosenOf = ({ chosen }: Pick<Progress, 'chosen'>) =>
  Object.entries(chosen).map(([option, values]) => ({ option, values: { ...values } }))

export const toStored = (progress: Progress): Stored => ({
  step: progress.step,
  visited: [...progress.visited],
  chosen: chosenOf(progress),
  message: progress.message,
  templates: [...progress.templates],
  reason: progress.reason,
  ...(progress.made ? { made: progress.made } : {}),
  ...(Object.keys(progress.approved).length > 0 ? { approved: { ...progress.approved } } : {}),
})

export const fromStored = (stored: Stored): Progress => ({
  step: stored.step,
  visited: stored.visited,
  chosen: Object.fromEntries(stored.chosen.map(({ option, values }) => [option, values ?? {}])),
  message: stored.message,
  templates: stored.templates,
  reason: stored.reason,
  made: stored.made ?? '',
  approved: stored.approved ?? {},
})

/** Whether anything is worth being kept. */
export const begun = (progress: Progress): boolean =>
  progress.visited.length > 0 ||
  progress.message !== '' ||
  progress.reason !== '' ||
  [progress.chosen, progress.approved].some((one) => Object.keys(one).length > 0)

/** The steps of a project, and the one that is open. */
export const stepsOf = (list: Pick<Checklist, 'steps'>): Step[] => list.steps.filter((step) => step.applies)
export const openStep = (steps: readonly Step[], id: string): Step | undefined => steps.find((step) => step.id === id) ?? steps[0]

/** Opens the step that is `by` steps away. Going on passes the one that is left: it is done, with or without a remark. */
export function move(progress: Progress, steps: readonly Step[], by: 1 | -1): Progress {
  const open = openStep(steps, progress.step)
  const next = open && steps[steps.indexOf(open) + by]
  const left = open && by > 0 ? pass(progress, open.id) : progress
  return next ? { ...left, step: next.id } : left
}

/** Opens a step. To look at one decides nothing about the one that is left. */
export const goTo = (progress: Progress, id: string): Progress => ({ ...progress, step: id })

function pass(progress: Progress, id: string): Progress {
  return progress.visited.includes(id) ? progress : { ...progress, visited: [...progress.visited, id] }
}

export function toggle(progress: Progress, option: string): Progress {
  const { [option]: had, ...rest } = progress.chosen
  return { ...progress, chosen: had ? rest : { ...progress.chosen, [option]: {} } }
}

export function fill(progress: Progress, option: string, filler: string, value: string): Progress {
  return { ...progress, chosen: { ...progress.chosen, [option]: { ...progress.chosen[option], [filler]: value } } }
}

export type Mark = 'na' | 'remark' | 'lacking' | 'seen' | 'open'

/** The state of a step as the row of squares shows it. */
export function markOf(step: Step, progress: Progress): Mark {
  if (!step.applies) return 'na'
  const remarks = step.options.filter((option) => progress.chosen[option.id])
  if (remarks.some(({ id, fillers }) => fillers.some((one) => one.required && !progress.chosen[id]?.[one.id]?.trim()))) return 'lacking'
  if (remarks.length > 0) return 'remark'
  return progress.visited.includes(step.id) ? 'seen' : 'open'
}
