import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { OwnUser } from '@/lib/api/types'
import { signIn } from './links'
import { sessionQuery } from './session'

/** Redirects anonymous visitors to the sign-in form, which leads back; routes below have the user in their
 * context. */
export async function requireSession({
  context,
  location,
}: {
  context: { client: QueryClient }
  location: { href: string }
}): Promise<{ user: OwnUser }> {
  const user = await context.client.ensureQueryData(sessionQuery)
  if (!user) throw redirect({ ...signIn(location.href), replace: true })
  return { user }
}
