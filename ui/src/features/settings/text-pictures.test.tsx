import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { ProjectPage } from '@/lib/api/types'
import { fakeLive } from '@/testing/live'
import { projects } from '@/testing/projects'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import { ago } from '@/testing/time'

const { id, slug, url_type, title, icon_url } = projects[0] as ProjectPage
const project = { id, slug, url_type, title, icon_url }

test('an account sees its pictures of texts and deletes one', async () => {
  let images = [
    { id: 'Image002', url: '/data/images/b.png', size: 2048, created: ago(1), context: 'project', project, used: true },
    { id: 'Image001', url: '/data/images/a.png', size: 1024, created: ago(9), context: 'report', project: null, used: false },
  ]
  document.cookie = 'modyard_csrf=t; path=/'
  fakeLive()
  server.use(
    http.get('/v2/user', () =>
      HttpResponse.json({
        id: 'User0001',
        username: '岚桥',
        avatar_url: null,
        bio: null,
        created: ago(9),
        role: 'developer',
        badges: 0,
        email: null,
        has_password: true,
      }),
    ),
    http.get('/_internal/images', () => HttpResponse.json({ images, total: images.length, most: 300 })),
    http.delete('/v3/image/:id', ({ params }) => {
      images = images.filter((one) => one.id !== params.id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderRoute('/settings/account')
  await userEvent.click(await screen.findByRole('button', { name: '管理' }))
  const dialog = await screen.findByRole('dialog', { name: '正文图片' })
  expect(await within(dialog).findByText('共 2 张，最多 300 张')).toBeTruthy()
  expect(within(dialog).getByRole('link', { name: title })).toBeTruthy()
  expect(within(dialog).getByText(/未使用/)).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: '删除第 2 张图片' }))
  await userEvent.click(within(await screen.findByRole('dialog', { name: '删除图片' })).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(images.map((one) => one.id)).toEqual(['Image002']))
  expect(await screen.findByText('共 1 张，最多 300 张')).toBeTruthy()
})
