import { createFileRoute } from '@tanstack/react-router'
import { AnalyticsPage } from '@/features/analytics'
import type { GivenSearch } from '@/features/analytics/search'
import { SettingsFrame } from '@/features/organization/components/settings-frame'

export const Route = createFileRoute('/_signedIn/organization/$id_/settings/analytics')({
  validateSearch: (search: GivenSearch) => search,
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SettingsFrame id={id}>
      {({ organization }) => (
        <AnalyticsPage
          key={organization.id}
          subject={{ organization: organization.id }}
          search={search}
          onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        />
      )}
    </SettingsFrame>
  )
}
