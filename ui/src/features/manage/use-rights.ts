import type { ProjectPage } from '@/lib/api/types'
import { useSession } from '@/lib/session'
import { missingRight, rightsOf } from '@/lib/permissions'

/** What the signed-in person may do with a project, and why not. */
export function useRights(project: Pick<ProjectPage, 'members'>) {
  const rights = rightsOf(project, useSession())
  return { rights, missing: (needed: number) => missingRight(rights, needed) }
}
