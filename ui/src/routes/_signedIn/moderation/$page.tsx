import { createFileRoute, notFound } from '@tanstack/react-router'
import { prepareStaffPage, StaffPage, staffPages } from './-staff-page'

// One route for several pages, because the first script of every page names each route.
export const Route = createFileRoute('/_signedIn/moderation/$page')({
  // The pages check them: that is not part of what every page loads.
  validateSearch: (search: { place?: string; page?: number | undefined }) => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client, user }, params: { page }, deps }) => {
    if (!Object.hasOwn(staffPages, page)) throw notFound()
    prepareStaffPage(client, user, page, deps)
  },
  component: Page,
})

function Page() {
  return <StaffPage page={Route.useParams().page} search={Route.useSearch()} />
}
