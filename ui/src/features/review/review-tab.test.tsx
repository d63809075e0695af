import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { ago } from '@/testing/time'
import { renderRoute } from '@/testing/render-route'
import { changesOf } from '@/testing/history'
import { fakeLive } from '@/testing/live'
import { server } from '@/testing/server'
import { author, entryOf, first, signedIn, world, resetEachTest } from '@/testing/review'

resetEachTest()

test('a member sees the place in the queue and every round with its message', async () => {
  signedIn('developer', author.id)
  await renderRoute('/mod/gears-verdigris/moderation')
  expect(await screen.findByText('第 3 位')).toBeTruthy()
  expect(screen.getByText('共 86 位')).toBeTruthy()
  expect(screen.getByText('通常 3 天内（近 30 天 90% 在此时间内）')).toBeTruthy()
  const old = screen.getByRole('list', { name: '第 1 轮' })
  expect(within(old).getAllByRole('listitem')[0]?.textContent).toMatch(/^[^石榴]*审核人员拒绝已拒绝描述 · 不足/)
  expect((await within(old).findByText('玩法')).tagName).toBe('STRONG')
  expect(screen.queryByRole('button', { name: '重新提交审核' })).toBeNull()
})

test('a rejected project is sent in again, and what is missing is said beside the button', async () => {
  world.status = 'rejected'
  world.history = { entries: world.history.entries.slice(0, 3), queue: null }
  signedIn('developer', author.id)
  server.use(
    http.patch(
      '/v2/project/:id',
      () => HttpResponse.json({ error: 'invalid_input', description: '提交审核前请先完成：选择许可证。' }, { status: 400 }),
      { once: true },
    ),
  )
  const user = userEvent.setup()
  await renderRoute('/mod/gears-verdigris/moderation')
  const button = await screen.findByRole('button', { name: '重新提交审核' })
  await user.click(button)
  expect(await screen.findByText('提交审核前请先完成：选择许可证。')).toBeTruthy()
  expect(screen.getByRole('button', { name: '重新提交审核' }).hasAttribute('disabled')).toBe(true)
})

test('a project that was not touched since its refusal is submitted again only after a question', async () => {
  world.status = 'rejected'
  world.history = { entries: world.history.entries.slice(0, 3), queue: null }
  signedIn('developer', author.id)
  server.use(
    http.get('/_internal/project/:id/changes', () => HttpResponse.json(changesOf({ fields: [], pictures: [], versions: [], total: 0 }))),
  )
  const user = userEvent.setup()
  await renderRoute('/mod/gears-verdigris/moderation')
  await user.click(await screen.findByRole('button', { name: '重新提交审核' }))
  const dialog = await screen.findByRole('dialog', { name: '没有检测到改动，仍要重新提交？' })
  expect(world.asked).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: '仍要重新提交' }))
  await waitFor(() => expect(world.asked).toEqual([{ status: 'processing' }]))
})

test('whoever sends a withheld project in again is told before that its link will lead nowhere', async () => {
  world.status = 'withheld'
  world.history = { entries: world.history.entries.slice(0, 3), queue: null }
  signedIn('developer', author.id)
  await renderRoute('/mod/gears-verdigris/moderation')
  const button = await screen.findByRole('button', { name: '重新提交审核' })
  const lead = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(lead?.textContent).toContain('链接会打不开（404）')
})

test('a decision made elsewhere reaches the open page by itself', async () => {
  const live = fakeLive()
  signedIn('developer', author.id)
  await renderRoute('/mod/gears-verdigris/moderation')
  await screen.findByText('第 3 位')
  await waitFor(() => expect(live.streams()).toBe(1))
  world.status = 'rejected'
  world.history = {
    entries: [
      ...world.history.entries,
      entryOf({
        position: 5,
        type: 'rejected',
        at: ago(0),
        role: 'moderator',
        actor: null,
        from: 'processing',
        to: 'rejected',
        round: 2,
        message: '再改改',
      }),
    ],
    queue: null,
  }
  live.moved(`project:${first.id}`, 9)
  await waitFor(() => expect(within(screen.getByRole('heading', { level: 1 })).getByText('已拒绝')).toBeTruthy())
  expect(await screen.findByRole('button', { name: '重新提交审核' })).toBeTruthy()
})

test('a rejected project says what its members can do, and they talk with the staff below its history', async () => {
  world.status = 'rejected'
  world.history = { ...world.history, entries: world.history.entries.slice(0, 3), queue: null }
  signedIn('developer', author.id)
  const said = {
    id: 'Msg00001',
    author_id: author.id,
    created: ago(1),
    body: { type: 'text', body: '已补写', body_html: '<p>已补写</p>', private: false },
  }
  let messages: (typeof said)[] = []
  server.use(
    http.get('/_internal/project/:id', () => HttpResponse.json({ ...first, status: world.status, thread_id: 'Thr00001' })),
    http.get('/_internal/thread/Thr00001', () =>
      HttpResponse.json({
        thread: { id: 'Thr00001', type: 'project', project_id: first.id, report_id: null, messages, members: [author] },
        seen: null,
        unread: 0,
      }),
    ),
    http.get('/_internal/thread/Thr00001/unread', () => HttpResponse.json({ unread: 0 })),
    http.put('/v3/thread/Thr00001/seen', () => new HttpResponse(null, { status: 204 })),
    http.post('/v3/thread/Thr00001', async ({ request }) => {
      world.asked.push(await request.json())
      messages = [said]
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const user = userEvent.setup()
  const { router } = await renderRoute('/mod/gears-verdigris')
  const notice = (await screen.findByText(/你的资源被版主设为「已拒绝」/)).closest('div')
  expect(notice?.textContent).toContain('按审核意见修改，有疑问就在审核页的对话里回复版主，然后重新提交审核。')
  expect(await within(notice ?? document.body).findByText('描述 · 不足')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: '查看审核消息' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/mod/gears-verdigris/moderation'))
  const past = await screen.findByRole('region', { name: '审核记录' })
  const talk = await screen.findByRole('region', { name: '对话' })
  expect(past.compareDocumentPosition(talk) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await user.type(await within(talk).findByRole('textbox', { name: '写消息' }), '已补写')
  await user.click(within(talk).getByRole('button', { name: '发送' }))
  expect(await within(talk).findByText('已补写', { selector: 'p' })).toBeTruthy()
  expect(world.asked).toEqual([{ body: { type: 'text', body: '已补写', private: false } }])
  expect(await within(talk).findByRole('button', { name: '改好了，重新提交审核' })).toBeTruthy()
})
