import { createFileRoute } from '@tanstack/react-router'
import { GalleryScreen } from '@/features/project/components/gallery-screen'

export const Route = createFileRoute('/$type/$id/gallery')({ component: Gallery })

function Gallery() {
  const { id } = Route.useParams()
  return <GalleryScreen id={id} />
}
