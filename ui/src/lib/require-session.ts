import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import type { OwnUser } from '@/lib/api/types'
import { signIn } from './links'
import { sessionQuery } from './session'

/** Redirects anonymous visitors to the sign-in form, which leads back; routes below have the user in their
 * context. */
export async function requireSession({
  context,
  location,
  matches,
}: {
  context: { client: QueryClient }
  location: { href: string }
  matches?: readonly { _notFound?: boolean }[]
}): Promise<{ user: OwnUser }> {
  const user = await context.client.ensureQueryData(sessionQuery)
  // Who follows an address that does not exist is told so, not asked to sign in for it.
  if (!user && matches?.some(({ _notFound }) => _notFound)) throw notFound()
  if (!user) throw redirect({ ...signIn(location.href), replace: true })
  return { user }
}
