import { redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery, signInPath } from '@/lib/session'

/** Sends those who are not signed in to the form, which leads back. */
export async function signedIn({ context, location }: { context: { client: QueryClient }; location: { href: string } }): Promise<void> {
  if (!(await context.client.ensureQueryData(sessionQuery))) throw redirect({ href: signInPath(location.href), replace: true })
}
