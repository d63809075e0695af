import { createFileRoute } from '@tanstack/react-router'
import { Forbidden } from '@/components/ui/feedback'
import { CurationScreen } from '@/features/curation'
import { prepareCuration } from '@/features/curation/api'
import { curationText as t } from '@/lib/i18n/zh-Hans/curation'
import { isStaff, useSession } from '@/lib/session'

export const Route = createFileRoute('/_signedIn/moderation/curated')({
  // The screen checks it: it is not part of what every page loads.
  validateSearch: (search: { place?: string }) => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { place } }) => {
    if (isStaff(context.user)) prepareCuration(context.client, place)
  },
  component: Page,
})

function Page() {
  const user = useSession()
  const { place } = Route.useSearch()
  if (isStaff(user)) return <CurationScreen place={place} />
  return user === undefined ? null : <Forbidden text={t.staffOnly} />
}
