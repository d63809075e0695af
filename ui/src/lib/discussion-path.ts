import { projectParams } from './links'

type Placed = { id: string; project: Parameters<typeof projectParams>[0] | null }

/** The address of a discussion: its own, or the board of the project that it is about. */
export function discussionPath({ id, project }: Placed): string {
  if (!project) return `/d/${encodeURIComponent(id)}`
  const of = projectParams(project)
  return `/${of.type}/${encodeURIComponent(of.id)}/forum`
}
