import { createMemoryHistory } from '@tanstack/react-router'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createQueryClient } from '@/app/query-client'
import { createAppRouter } from '@/app/router'
import { projectQueries } from '@/lib/project-queries'
import { renderRoute } from '@/testing/render-route'

const robots = () => document.head.querySelector<HTMLMetaElement>('meta[name="robots"]')?.content

test('the title of a page follows the project that was renamed', async () => {
  const { client } = await renderRoute('/mod/gears-verdigris')
  await waitFor(() => expect(document.title).toBe('齿轮与铜绿 - Minecraft 模组'))
  const id = client.getQueryData(projectQueries.named('gears-verdigris').queryKey) ?? ''
  client.setQueryData(projectQueries.detail(id).queryKey, (project) => project && { ...project, title: '新名字', title_zh: '新名字' })
  await waitFor(() => expect(document.title).toBe('新名字 - Minecraft 模组'))
})

test('the title follows from page to page, and a page that does not exist says so', async () => {
  const { router } = await renderRoute('/legal2/terms')
  await waitFor(() => expect(document.title).toBe('服务条款 - Modyard'))
  await router.navigate({ to: '/$listing', params: { listing: 'mods' }, search: { q: '回声' } })
  await waitFor(() => expect(document.title).toBe('搜索模组 | 回声'))
  await router.navigate({ to: '/auth/sign-in', search: { redirect: undefined } })
  await waitFor(() => expect([document.title, robots()]).toEqual(['登录 - Modyard', 'noindex']))
  // The routers of tests keep their history to themselves.
  history.replaceState(null, '', '/shaders')
  await router.navigate({ to: '/$listing', params: { listing: 'shaders' } })
  await waitFor(() => expect([document.title, robots()]).toEqual(['光影包 - Modyard', undefined]))
  await router.navigate({ href: '/nothing' })
  await waitFor(() => expect([document.title, robots()]).toEqual(['Page not found: /nothing', 'noindex']))
  history.replaceState(null, '', '/')
})

test('pages of accounts, settings and of those who are signed in are left out of search engines', () => {
  const { routesById } = createAppRouter(createQueryClient(), createMemoryHistory())
  const kept = Object.values(routesById)
    .filter(({ id }) => /_signedIn|^\/(auth|settings)/.test(id))
    .filter((route) => {
      let above: typeof route | undefined = route
      while (above && !above.options.staticData?.noindex) above = above.parentRoute as typeof above
      return !above
    })
  expect(kept.map(({ id }) => id)).toEqual([])
})
