import { queryOptions } from '@tanstack/react-query'
import { get } from '@/lib/api/client'
import { DEFAULT_PERMISSIONS } from '@/lib/permissions'
import { projectQueries } from '@/lib/project-queries'
import { useTeam } from '@/lib/team'

/** The team with its permissions and open invitations, for those inside. */
export const teamQuery = (project: string) =>
  queryOptions({
    queryKey: [...projectQueries.one(project), 'members'] as const,
    queryFn: ({ signal }) => get('/v3/project/{id}/members', { signal, params: { id: project } }),
    refetchOnWindowFocus: 'always',
  })

/** What can be asked of a project's team. */
export const useProjectTeam = (team: string) => useTeam(team, { permissions: DEFAULT_PERMISSIONS }, 'projects')
