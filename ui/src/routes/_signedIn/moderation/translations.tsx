import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { StaffPage } from '@/features/translation'
import { translationQueries } from '@/features/translation/api'
import { parseTranslations, type GivenTranslations } from '@/features/translation/search'
import { translationText as t } from '@/lib/i18n/zh-Hans/translation'
import { isStaff, useSession } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/moderation/translations')({
  validateSearch: (search: GivenTranslations) => search,
  loader: ({ context, location }) => {
    if (isStaff(context.user)) void context.client.prefetchQuery(translationQueries.all(parseTranslations(location.search)))
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const search = parseTranslations(Route.useSearch())
  if (isStaff(user)) return <StaffPage search={search} />
  return user === undefined ? null : <Forbidden text={t.staffOnly} />
}
