import { discussionPath } from './discussion-path'
import { projectParams } from './links'

type Text = { thing: string; project: Parameters<typeof projectParams>[0] | null; number: number; floor: number }

/** The address of a text of the forum or of an issue: that of its floor leads to the right page. */
export function talkHref({ thing, project, number, floor }: Text): string {
  const place = floor > 0 ? `#floor-${floor}` : ''
  if (number === 0 || !project) return discussionPath({ id: thing, project }) + place
  const { type, id } = projectParams(project)
  return `/${type}/${encodeURIComponent(id)}/issues/${number}${place}`
}
