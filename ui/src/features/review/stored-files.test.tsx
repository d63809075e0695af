import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { ProjectPage, Role } from '@/lib/api/types'
import { projects } from '@/testing/projects'
import { fakeLive } from '@/testing/live'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import { ago } from '@/testing/time'

const project = projects[0] as ProjectPage
const kept = {
  kind: 'file',
  name: '灯塔.jar',
  version: 'Vers0001',
  number: '1.0',
  url: '/data/a.jar',
  size: 2048,
  sha1: 'aa',
  sha512: 'ff',
  added: ago(9),
}
const cleared = {
  ...kept,
  name: '旧.jar',
  number: null,
  url: null,
  sha512: 'ee',
  removed: ago(5),
  state: 'cleared',
  cleared: ago(1),
  entries: ['plugin.yml'],
  total_entries: 3,
}

function signedIn(role: Role) {
  const asked: unknown[] = []
  document.cookie = 'modyard_csrf=t; path=/'
  fakeLive()
  server.use(
    http.get('/v2/user', () =>
      HttpResponse.json({ id: 'Mod00001', username: '岚桥', avatar_url: null, bio: null, created: ago(9), role, badges: 0 }),
    ),
    http.get('/_internal/project/:id/history', () => HttpResponse.json({ entries: [], queue: null })),
    http.get('/_internal/project/:id/stored', () =>
      HttpResponse.json({
        project: project.id,
        title: project.title,
        deleted: null,
        total: 2,
        files: [{ ...kept, removed: null, state: 'kept', cleared: null, entries: [], total_entries: 0 }, cleared],
      }),
    ),
    http.post('/_internal/removal', async ({ request }) => {
      asked.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderRoute(`/${project.url_type}/${project.slug}/moderation`)
  return asked
}

test('the staff sees what was stored for a project, and only an administrator can destroy it', async () => {
  signedIn('moderator')
  await userEvent.click(await screen.findByRole('button', { name: '查看文件记录' }))
  const list = await screen.findByRole('list', { name: '此项目存储过的文件' })
  expect(within(list).getByText('灯塔.jar')).toBeTruthy()
  expect(within(list).getByText('已清除')).toBeTruthy()
  expect(within(list).getByText('plugin.yml')).toBeTruthy()
  expect(within(list).getByText('另有 2 个条目未列出')).toBeTruthy()
  expect(
    within(list)
      .getAllByRole('link')
      .map((one) => one.getAttribute('href')),
  ).toEqual(['/data/a.jar'])
  expect(screen.queryByRole('button', { name: '依法移除 灯塔.jar' })).toBeNull()
})

test('an administrator destroys a file after a confirmation', async () => {
  const asked = signedIn('admin')
  await userEvent.click(await screen.findByRole('button', { name: '查看文件记录' }))
  await userEvent.click(await screen.findByRole('button', { name: '依法移除 灯塔.jar' }))
  await userEvent.click(within(await screen.findByRole('dialog', { name: '依法移除内容' })).getByRole('button', { name: '依法移除' }))
  await waitFor(() => expect(asked).toEqual([{ url: '/data/a.jar' }])) // the shell's dialog adds the reason
})
