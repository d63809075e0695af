import type { Changes, Step, Then } from '@/features/history/api'
import { projects } from '@/testing/projects'

/** A step by a member, unless something else is said. */
export function stepOf(step: Pick<Step, 'position'> & Partial<Step>): Step {
  return {
    at: '2026-01-01T00:00:00Z',
    type: 'changed',
    kinds: [],
    from: null,
    to: 'approved',
    round: 0,
    public: true,
    role: 'member',
    by: null,
    versions: [],
    message: null,
    points: [],
    reason: null,
    ...step,
  }
}

/** The differences between two moments of which only some are given. */
export function changesOf(changes: Partial<Changes>): Changes {
  const moment = { position: 1, at: '2026-01-01T00:00:00Z', status: 'processing', round: 1 } as const
  return { from: moment, to: { ...moment, position: 2 }, fields: [], pictures: [], versions: [], total: 0, ...changes }
}

/** The first project with another title, as it was. */
export function thenOf(position: number, title: string): Then {
  const [first] = projects
  if (!first) throw new Error('there are no projects')
  return { position, at: '2026-01-01T00:00:00Z', project: { ...first, title, title_zh: null }, versions: [], total: 0 }
}
