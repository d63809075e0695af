import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askReasonsWith } from '@/lib/api/reason'
import { answer } from '@/testing/answer'
import { user } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import type { Held } from './api'

const held: Held = {
  kind: 'post',
  id: 'Post0001',
  thing: 'Disc0001',
  title: '灯笼',
  marked_title: [{ text: '灯笼', match: false }],
  excerpt: [{ text: '广告 https://a.example', match: false }],
  section: 'chat',
  section_title: '矿工茶馆',
  project: null,
  number: 0,
  floor: 3,
  author: { id: 'NewAcc01', username: '新人', avatar_url: null },
  created_at: '2026-11-20T08:00:00Z',
}

/** The site with one text that waits until something is decided. */
function site() {
  const asked: { path: string; body: unknown }[] = []
  const decided = () => asked.some(({ path }) => !path.includes('/bars/'))
  const note = async ({ request }: { request: Request }) => {
    asked.push({ path: new URL(request.url).pathname, body: await request.json() })
    return undefined
  }
  server.use(
    answer('GET', '/v2/user', () => ({ ...user, role: 'moderator' as const, email_verified: true })),
    answer('GET', '/v3/forum/held', () => ({ hits: decided() ? [] : [held], next: null })),
    answer('POST', '/v3/forum/posts/{id}/restore', note),
    answer('POST', '/v3/forum/posts/{id}/hide', note),
    answer('PUT', '/v3/forum/sections/{id}/bars/{account}', note),
  )
  return asked
}

beforeEach(() => {
  document.cookie = 'modyard_csrf=token; path=/'
})
afterEach(() => {
  askReasonsWith(undefined)
  document.cookie = 'modyard_csrf=; path=/; max-age=0'
})

test('a text that waits is shown to everybody with one press', async () => {
  const asked = site()
  await renderRoute('/moderation/posts')
  expect((await screen.findByRole('link', { name: '灯笼' })).getAttribute('href')).toBe('/d/Disc0001#floor-3')
  await userEvent.click(screen.getByRole('button', { name: '通过 新人 的发言' }))
  expect(await screen.findByText('没有等待查看的发言')).toBeTruthy()
  expect(asked).toEqual([{ path: '/v3/forum/posts/Post0001/restore', body: { reason: { code: 'complies' } } }])
})

test('what does not pass is hidden for a reason', async () => {
  askReasonsWith(() => Promise.resolve({ code: 'spam', text: '广告' }))
  const asked = site()
  await renderRoute('/moderation/posts')
  await userEvent.click(await screen.findByRole('button', { name: '不通过 新人 的发言' }))
  expect(await screen.findByText('没有等待查看的发言')).toBeTruthy()
  expect(asked).toEqual([{ path: '/v3/forum/posts/Post0001/hide', body: { reason: { code: 'spam', text: '广告' } } }])
})

test('its author is barred from the section for some days, with a reason', async () => {
  const asked = site()
  await renderRoute('/moderation/posts')
  await userEvent.click(await screen.findByRole('button', { name: '禁言 新人' }))
  const dialog = within(await screen.findByRole('dialog', { name: '禁言 新人' }))
  await userEvent.click(dialog.getByRole('button', { name: '禁言' }))
  expect(await dialog.findByText('请选择原因。')).toBeTruthy()
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^时长/ }), '30 天')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^原因/ }), '垃圾内容')
  await userEvent.click(dialog.getByRole('button', { name: '禁言' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked).toEqual([{ path: '/v3/forum/sections/chat/bars/NewAcc01', body: { days: 30, reason: { code: 'spam' } } }])
})

test('those who may not write in a section are listed, and let in again', async () => {
  site()
  let lifted = false
  server.use(
    answer('GET', '/v3/forum/sections/{id}/bars', () => ({
      bars: lifted
        ? []
        : [
            {
              person: { id: 'NewAcc01', username: '新人', avatar_url: null },
              until: '2026-12-20T08:00:00Z',
              since: '2026-11-20T08:00:00Z',
              by: { id: 'Mod00001', username: '石榴', avatar_url: null },
              reason: { code: 'spam', text: '刷屏' },
            },
          ],
      pagination: { total: lifted ? 0 : 1, page: 1, page_size: 20, next: null },
    })),
    answer('DELETE', '/v3/forum/sections/{id}/bars/{account}', () => {
      lifted = true
      return undefined
    }),
  )
  await renderRoute('/moderation/posts?place=chat')
  expect(await screen.findByText('刷屏')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '解除 新人 的禁言' }))
  expect(await screen.findByText('没有人被禁言')).toBeTruthy()
})

test('the page is for the staff', async () => {
  server.use(answer('GET', '/v2/user', () => ({ ...user, email_verified: true })))
  await renderRoute('/moderation/posts')
  expect(await screen.findByText('只有审核人员可以查看。')).toBeTruthy()
})

test('an unknown page of the staff is not found', async () => {
  site()
  await renderRoute('/moderation/nothing')
  expect(await screen.findByText('Page not found: /moderation/nothing')).toBeTruthy()
})
