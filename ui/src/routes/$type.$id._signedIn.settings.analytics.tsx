import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { AnalyticsPage } from '@/features/analytics'
import { overviewQuery } from '@/features/analytics/api'
import { parseAnalyticsSearch, type GivenSearch } from '@/features/analytics/search'
import { SettingsFrame } from '@/features/manage/components/settings/settings-frame'
import { analyticsText as t } from '@/lib/i18n/zh-Hans/analytics'
import { seesAnalytics } from '@/lib/permissions'
import { beginInside } from '@/lib/project-inside'
import { useSession } from '@/lib/session'

export const Route = createFileRoute('/$type/$id/_signedIn/settings/analytics')({
  validateSearch: (search: GivenSearch) => search,
  loader: ({ context: { client }, params, location }) =>
    beginInside(client, params.id, ({ id }) => client.prefetchQuery(overviewQuery({ project: id }, parseAnalyticsSearch(location.search)))),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const user = useSession()
  return (
    <SettingsFrame id={id}>
      {(project) =>
        seesAnalytics(project, user) ? (
          <AnalyticsPage
            key={project.id}
            subject={{ project: project.id }}
            search={search}
            onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
          />
        ) : (
          <Forbidden text={t.forbidden} />
        )
      }
    </SettingsFrame>
  )
}
