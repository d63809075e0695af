import { createFileRoute, notFound } from '@tanstack/react-router'
import { LegalPage } from '@/features/site/components/legal-page'
import { isLegalPage, legalTexts } from '@/features/site/legal'
import { brandName, gameName } from '@/lib/brand'
import { titled } from '@/lib/head'
import { miscText as t } from '@/lib/i18n/zh-Hans/misc'

export const Route = createFileRoute('/legal2/$page')({
  loader: async ({ params: { page } }) => {
    if (!isLegalPage(page)) throw notFound()
    const { text: write } = await legalTexts[page]()
    const text = write({ brand: brandName(), game: gameName(), host: location.host })
    return { name: page, text, ...titled(t.legalNames[page], text.lead) }
  },
  component: Page,
})

function Page() {
  const { name, text } = Route.useLoaderData()
  return <LegalPage name={name} text={text} />
}
