import { createFileRoute, redirect } from '@tanstack/react-router'
import { WikiPage } from '@/features/wiki/components/reader-screen'
import { loadPage, wikiHead } from '@/features/wiki/load'
import type { Headed } from '@/lib/head'

export const Route = createFileRoute('/$type/$id/wiki/$wiki')({
  loader: async ({ context: { client }, params }) => {
    const article = await loadPage(client, params.id, params.wiki)
    // A former address leads to the present one.
    if (article && article.slug !== params.wiki)
      throw redirect({ to: '/$type/$id/wiki/$wiki', params: { ...params, wiki: article.slug }, replace: true, statusCode: 301 })
    return { head: () => wikiHead(client, params.id, params.wiki) } satisfies Headed
  },
  component: Page,
})

function Page() {
  const { id, wiki } = Route.useParams()
  return <WikiPage id={id} page={wiki} />
}
