import { createFileRoute } from '@tanstack/react-router'
import { GalleryScreen } from '@/features/project/components/gallery-screen'
import { loadProject } from '@/lib/project-queries'
import { sessionQuery } from '@/lib/session'

export const Route = createFileRoute('/$type/$id/gallery')({
  loader: async ({ context, params }) => {
    const user = await context.client.ensureQueryData(sessionQuery)
    if (!user) return
    const project = await loadProject(context.client, params.id).catch(() => undefined)
    if (project) await import('@/features/project/load-inside').then(({ loadGalleryTools }) => loadGalleryTools(project, user))
  },
  component: Gallery,
})

function Gallery() {
  const { id } = Route.useParams()
  return <GalleryScreen id={id} />
}
