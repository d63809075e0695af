import { createMemoryHistory } from '@tanstack/react-router'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withPart } from '@/app/page-head'
import { createQueryClient } from '@/app/query-client'
import { createAppRouter } from '@/app/router'
import { projectHead } from '@/features/project/model/head'
import { organizationParts, projectParts } from '@/lib/parts.gen'
import { projectQueries } from '@/lib/project-queries'
import { privateTitles } from '@/lib/titles.gen'
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
  await waitFor(() => expect(document.title).toBe('回声 · 模组 - Modyard'))
  await router.navigate({ to: '/auth/sign-in' })
  await waitFor(() => expect([document.title, robots()]).toEqual(['登录 - Modyard', 'noindex']))
  // The routers of tests keep their history to themselves.
  history.replaceState(null, '', '/shaders')
  await router.navigate({ to: '/$listing', params: { listing: 'shaders' } })
  await waitFor(() => expect([document.title, robots()]).toEqual(['光影包 - Modyard', undefined]))
  await router.navigate({ href: '/nothing' })
  await waitFor(() => expect([document.title, robots()]).toEqual(['没有这个页面', 'noindex']))
  history.replaceState(null, '', '/')
})

test('a private page has its title from the facts of the server, and is left out of search engines', async () => {
  const { router } = await renderRoute('/flags')
  await waitFor(() => expect([document.title, robots()]).toEqual(['功能开关 - Modyard', 'noindex']))
  await router.navigate({ href: '/settings/language' })
  await waitFor(() => expect(document.title).toBe('语言 - Modyard'))
})

test('the page of a version, and a list of one type, have titles of their own', async () => {
  const { router } = await renderRoute('/mod/gears-verdigris/version/6.0.0')
  await waitFor(() => expect(document.title).toBe('齿轮与铜绿 6.0.0 - 齿轮与铜绿'))
  for (const [part, title] of [
    ['versions', '版本 · 齿轮与铜绿 - Minecraft 模组'],
    ['gallery', '图库 · 齿轮与铜绿 - Minecraft 模组'],
    ['changelog', '更新日志 · 齿轮与铜绿 - Minecraft 模组'],
    ['compare', '比较版本 · 齿轮与铜绿 - Minecraft 模组'],
    ['history', '历史 · 齿轮与铜绿 - Minecraft 模组'],
  ]) {
    // The routers of tests keep their history to themselves.
    history.replaceState(null, '', `/mod/gears-verdigris/${part}`)
    await router.navigate({ href: `/mod/gears-verdigris/${part}` })
    await waitFor(() => expect(document.title).toBe(title))
  }
  history.replaceState(null, '', '/')
  await router.navigate({ href: '/user/banmei/mods' })
  await waitFor(() => expect(document.title).toBe('模组 · banmei - Modyard'))
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

test('a page below a project is named before the project', async () => {
  const { client } = await renderRoute('/mod/gears-verdigris')
  const id = client.getQueryData(projectQueries.named('gears-verdigris').queryKey) ?? ''
  const project = client.getQueryData(projectQueries.detail(id).queryKey)
  const head = projectHead(project)
  const titles = Object.keys(projectParts).map((part) => head && withPart(head, `/mod/gears-verdigris/${part.replace('*', '6.0.0')}`).title)
  expect(titles).toEqual(Object.values(projectParts).map((part) => `${part} · 齿轮与铜绿 - Minecraft 模组`))
})

test('every route has a title: its own, that of its address, or that of the thing it shows', () => {
  const { routesById } = createAppRouter(createQueryClient(), createMemoryHistory())
  const below = (path: string, base: string) => (path.startsWith(base) ? path.slice(base.length) : undefined)
  const titled = (path: string) =>
    privateTitles[path] ??
    privateTitles[path.replace(/\$id$/, '')] ??
    projectParts[below(path, '/$type/$id/')?.replace(/\{?\$version\}?/, '*') ?? ''] ??
    organizationParts[below(path, '/organization/$id/') ?? '']
  const others = Object.values(routesById)
    .filter(({ id, children }) => id !== '__root__' && !(children as unknown[] | undefined)?.length)
    .map(({ fullPath }) => (fullPath as string).replace(/(.)\/$/, '$1').replace('/revenue/{-$part}', '/revenue'))
    .filter((path) => !titled(path))
  // These are named after what they show; the tests of their screens look at the title.
  expect(others.sort()).toEqual([
    '/',
    '/$listing',
    '/$type/$id',
    '/$type/$id/forum',
    '/$type/$id/issues/{-$issue}',
    '/$type/$id/version/$version',
    '/$type/$id/wiki/$wiki',
    '/$type/$id/wikis/{-$part}/{-$item}',
    '/collection/$id/{-$projectType}',
    '/d/$id',
    '/forums/$forum',
    '/forums/search',
    '/legal2/$page',
    '/moderation/$page',
    '/organization/$id/{-$kind}',
    '/servers/manage/{-$sid}/{-$part}/{-$sub}',
    '/settings/$page',
    '/transparency',
    '/user/$id/{-$kind}',
  ])
})
