import { createFileRoute, notFound } from '@tanstack/react-router'
import { LegalPage } from '@/features/site/components/legal-page'
import { isLegalPage, legalTexts } from '@/features/site/legal'
import { brandName, gameName } from '@/lib/brand'
import { siteTitle, type Headed } from '@/lib/head'
import { legalDescription } from '@/lib/descriptions.gen'
import { legalTitles } from '@/lib/legal.gen'

export const Route = createFileRoute('/legal2/$page')({
  loader: async ({ params: { page } }) => {
    if (!isLegalPage(page)) throw notFound()
    const { text: write } = await legalTexts[page]()
    const [title, brand] = [legalTitles[page], brandName()]
    const text = write({ brand, game: gameName(), host: location.host })
    return { name: page, text, head: { title: siteTitle(title), description: legalDescription({ brand, title }) } satisfies Headed['head'] }
  },
  component: Page,
})

function Page() {
  const { name, text } = Route.useLoaderData()
  return <LegalPage name={name} text={text} />
}
