import { createFileRoute } from '@tanstack/react-router'
import { WikiHome } from '@/features/wiki/components/reader-screen'
import { loadHome, wikiHead } from '@/features/wiki/load'
import type { Headed } from '@/lib/head'

export const Route = createFileRoute('/$type/$id/wikis/')({
  loader: async ({ context: { client }, params }) => {
    await loadHome(client, params.id)
    return { head: () => wikiHead(client, params.id) } satisfies Headed
  },
  component: Home,
})

function Home() {
  const { id } = Route.useParams()
  return <WikiHome id={id} />
}
