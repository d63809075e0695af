import { createFileRoute, notFound } from '@tanstack/react-router'
import { LegalPage } from '@/features/site/components/legal-page'
import { isLegalPage, legalTexts } from '@/features/site/legal'
import { brandName, gameName } from '@/lib/brand'

export const Route = createFileRoute('/legal2/$page')({
  loader: async ({ params: { page } }) => {
    if (!isLegalPage(page)) throw notFound()
    const { text } = await legalTexts[page]()
    return { name: page, text: text({ brand: brandName(), game: gameName(), host: location.host }) }
  },
  component: Page,
})

function Page() {
  return <LegalPage {...Route.useLoaderData()} />
}
