import type { Discussion } from '../api'
import type { Barring } from '../components/said'

/** Bars the author of a text from the board of the discussion's project, or from its section. */
export const barringOf = ({ project_id: project, category }: Discussion, id: string, name: string): Barring => ({
  place: project ? { kind: 'board', id: project } : { kind: 'section', id: category },
  person: { id, name },
})
