import { createFileRoute } from '@tanstack/react-router'
import { CompareScreen } from '@/features/project/components/compare-screen'
import { parseCompareSearch, type CompareSearch } from '@/features/project/model/compare-search'
import { beginInside } from '@/lib/project-inside'

export const Route = createFileRoute('/$type/$id/compare')({
  // The page checks them: they are not part of what every page loads.
  validateSearch: (search: CompareSearch) => search,
  loader: ({ context: { client }, params }) => beginInside(client, params.id, () => undefined),
  component: Compare,
})

function Compare() {
  const { id } = Route.useParams()
  return <CompareScreen id={id} search={parseCompareSearch(Route.useSearch())} />
}
