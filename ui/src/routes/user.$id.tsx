import { createFileRoute, notFound } from '@tanstack/react-router'
import { profileQueries } from '@/features/profiles/api/queries'
import { UserScreen } from '@/features/profiles/components/user-screen'
import { ApiError } from '@/lib/api/errors'
import { profileText } from '@/lib/i18n/zh-Hans/profiles'

export const Route = createFileRoute('/user/$id')({
  loader: async ({ context, params }) => {
    await context.client.ensureQueryData(profileQueries.user(params.id)).catch((error: unknown) => {
      if (ApiError.is(error, 404)) throw notFound({ data: profileText.userMissing })
      throw error
    })
  },
  component: User,
})

function User() {
  return <UserScreen id={Route.useParams().id} />
}
