import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { createQueryClient } from '@/app/query-client'
import { createAppRouter } from '@/app/router'

/** Pages that ask the server for nothing of their own. */
const without: Record<string, string> = {
  '/$type/$id/': 'the project, which the route above loads',
  '/$type/$id/_signedIn/settings/': 'the project, which the route above loads',
  '/$type/$id/_signedIn/settings/description': 'the project, which the route above loads',
  '/$type/$id/_signedIn/settings/links': 'the project, which the route above loads',
  '/_signedIn/organization/$id_/settings/members': 'the organisation, which the route above loads',
  '/_signedIn/organization/$id_/settings/analytics': 'the organisation, which the route above loads',
  '/_signedIn/moderation/audit': 'its filters are read by the screen, which asks at once',
  ...Object.fromEntries(
    ['auth/join', 'auth/sign-in', 'auth/sign-up', 'auth/reset-password', 'auth/verify-email', 'flags']
      .concat(['', 'language'].map((part) => `settings/${part}`))
      .map((page) => [`/${page}`, 'only the session']),
  ),
}

test('every page has a loader, so that its data comes with its code', () => {
  const { routesById } = createAppRouter(createQueryClient(), createMemoryHistory())
  const routes = Object.values(routesById)
  const pages = routes.filter((route) => !routes.some((other) => other.parentRoute === route))
  expect(pages.length).toBeGreaterThan(50)
  expect(
    pages
      .filter(({ options }) => !options.loader)
      .map(({ id }) => id as string)
      .sort(),
  ).toEqual(Object.keys(without).sort())
})
