import { queryOptions, useQuery } from '@tanstack/react-query'
import { get } from '@/lib/api/client'
import { useLive } from '@/lib/live'
import { projectTopic } from '@/lib/live/topics'

const LIVE_PROJECTS = 12

/** The projects of a person under the titles that pages show first; one's own include those that nobody else sees. */
export const ownProjectsQuery = (user: string) =>
  queryOptions({
    queryKey: ['user', user, 'projects', 'own'] as const,
    queryFn: async ({ signal }) => {
      const [projects, chinese] = await Promise.all([
        get('/v2/user/{id}/projects', { signal, params: { id: user } }),
        get('/_internal/user/{id}/titles', { signal, params: { id: user } }),
      ])
      return projects.map((one) => ({ ...one, title: chinese[one.id] ?? one.title, original: one.title }))
    },
    refetchOnWindowFocus: 'always',
    // Others decide about a waiting project at any time: told at once (useOwnProjects), and looked for in any case.
    refetchInterval: (query) => (query.state.data?.some((one) => one.status === 'processing') ? 60_000 : false),
  })

/** One's own projects, kept up to date: those that wait for somebody before the others. */
export function useOwnProjects(user: string) {
  const projects = useQuery(ownProjectsQuery(user))
  const first = [...(projects.data ?? [])].sort(
    (a, b) => Number(b.status === 'processing') - Number(a.status === 'processing') || b.updated.localeCompare(a.updated),
  )
  useLive(
    first
      .slice(0, LIVE_PROJECTS)
      .map((one) => projectTopic(one.id))
      .sort(),
  )
  return projects
}
