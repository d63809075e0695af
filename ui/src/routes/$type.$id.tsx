import { createFileRoute, notFound, Outlet, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ProjectLayout } from '@/features/project/components/project-layout'
import { projectHead } from '@/features/project/model/head'
import { loadProject, projectQueries } from '@/lib/project-queries'
import { missing } from '@/lib/api/missing'
import { typeOf } from '@/lib/content-types'
import type { Headed } from '@/lib/head'
import { missingProject, missingType } from '@/lib/heads.gen'
import { sessionQuery } from '@/lib/session'

const ProjectSkeleton = lazy(() =>
  import('@/features/project/components/project-skeleton').then((module) => ({ default: module.ProjectSkeleton })),
)

/** Parts of a project's page that are work places and use the whole width. */
const widePart = /^(settings|moderation|history|wikis?|issues)$|-new$|^edit$/

/** Parts whose first field stands near the top, or that show another header: they have none. */
const densePart = /^(settings|history|preview|review)$|-new$|^edit$/

/** Statuses in which a project's page says what its members have to do. */
const beginning = new Set<string>(['draft', 'processing', 'rejected', 'withheld'])

export const Route = createFileRoute('/$type/$id')({
  beforeLoad: ({ params }) => {
    if (params.type !== 'project' && !typeOf(params.type)) throw notFound({ data: missingType })
  },
  validateSearch: ({ review }: Record<string, unknown>): { review?: '1' } => (review === '1' ? { review } : {}),
  codeSplitGroupings: [['component']],
  loader: async ({ context: { client }, params, location }) => {
    const project = await loadProject(client, params.id).catch(missing(missingProject))
    const id = project.slug || project.id
    if (project.url_type !== params.type || id !== params.id) {
      const rest = location.pathname.split('/').slice(3)
      const path = ['', project.url_type, encodeURIComponent(id), ...rest].join('/')
      throw redirect({ href: path + location.searchStr, replace: true, statusCode: 301 })
    }
    const user = beginning.has(project.status) ? await client.ensureQueryData(sessionQuery) : null
    if (user) await import('@/features/project/load-inside').then(({ loadInside }) => loadInside(client, project, user))
    return {
      head: () => projectHead(client.getQueryData(projectQueries.detail(project.id).queryKey)),
    } satisfies Headed
  },
  pendingComponent: () => (
    <Suspense>
      <ProjectSkeleton />
    </Suspense>
  ),
  component: ProjectRoute,
})

function ProjectRoute() {
  const { id } = Route.useParams()
  const part = Route.useMatch({ select: () => location.pathname.split('/').filter(Boolean) })
  // A page of the wiki may be called like a part.
  const has = (kind: RegExp) => part.slice(2, part[2] === 'wiki' ? 3 : undefined).some((segment) => kind.test(segment))
  return (
    <ProjectLayout id={id} wide={has(widePart)} dense={has(densePart)}>
      <Outlet />
    </ProjectLayout>
  )
}
