import { createFileRoute } from '@tanstack/react-router'
import { OfferPage } from '@/features/site/components/offer-page'

export const Route = createFileRoute('/server')({
  validateSearch: (search: Record<string, unknown>): { aff?: string } =>
    typeof search.aff === 'string' && search.aff ? { aff: search.aff } : {},
  component: Page,
})

function Page() {
  const { aff = '' } = Route.useSearch()
  return <OfferPage code={aff} asked={aff !== ''} />
}
