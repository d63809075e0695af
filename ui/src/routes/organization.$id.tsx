import { createFileRoute, notFound } from '@tanstack/react-router'
import { profileQueries } from '@/features/profiles/api/queries'
import { OrganizationScreen } from '@/features/profiles/components/organization-screen'
import { ApiError } from '@/lib/api/errors'
import { profileText } from '@/lib/i18n/zh-Hans/profiles'

export const Route = createFileRoute('/organization/$id')({
  loader: async ({ context, params }) => {
    await context.client.ensureQueryData(profileQueries.organization(params.id)).catch((error: unknown) => {
      if (ApiError.is(error, 404)) throw notFound({ data: profileText.organizationMissing })
      throw error
    })
  },
  component: Organization,
})

function Organization() {
  return <OrganizationScreen id={Route.useParams().id} />
}
