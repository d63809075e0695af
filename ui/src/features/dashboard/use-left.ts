import { useQuery } from '@tanstack/react-query'
import { checklist, unmet } from '@/features/manage'
import type { Project } from '@/lib/api/types'
import { projectQueries } from '@/lib/project-queries'

/** What the checklist of a draft still asks for; undefined until its page is there. */
export function useLeft(project: Pick<Project, 'id'>) {
  const page = useQuery(projectQueries.detail(project.id)).data
  return { page, left: page ? unmet(checklist(page)) : undefined }
}
