import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { author, first, resetEachTest, signedIn, world } from '@/testing/review'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import { ago } from '@/testing/time'
import type { ThreadMessage } from './api'

resetEachTest()

type Body = Partial<ThreadMessage['body']>

const line = (id: string, by: string | null, body: Body, hours = 1): ThreadMessage => ({
  id,
  author_id: by,
  created: ago(hours),
  hide_identity: by === null,
  body: { type: 'text', body: id, body_html: `<p>${id}</p>`, private: false, replying_to: null, associated_images: [], ...body },
})

/** The conversation as the server has it, and what was stored as seen. */
function talking(messages: ThreadMessage[], seen: string | null = null) {
  const stored: unknown[] = []
  server.use(
    http.get('/_internal/project/:id', () => HttpResponse.json({ ...first, status: world.status, thread_id: 'Thr00001' })),
    http.get('/_internal/thread/Thr00001', () =>
      HttpResponse.json({
        thread: { id: 'Thr00001', type: 'project', project_id: first.id, report_id: null, messages, members: [author] },
        seen,
        unread: 1,
      }),
    ),
    http.get('/_internal/thread/Thr00001/unread', () => HttpResponse.json({ unread: stored.length > 0 ? 0 : 2 })),
    http.put('/v3/thread/Thr00001/seen', async ({ request }) => {
      stored.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('/v3/thread/Thr00001', async ({ request }) => {
      world.asked.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return stored
}

const open = async () => {
  await renderRoute('/mod/gears-verdigris/moderation')
  return screen.findByRole('region', { name: '对话' })
}

test('the staff chooses between an answer and a note, and the form says who reads it', async () => {
  talking([line('你好', author.id, {})])
  signedIn('moderator')
  const user = userEvent.setup()
  const talk = await open()
  expect(within(talk).getByText(/项目成员会看到这条答复/)).toBeTruthy()
  await user.click(within(talk).getByRole('button', { name: '内部备注' }))
  expect(within(talk).getByText(/仅审核人员可见，作者看不到/)).toBeTruthy()
  await user.type(await within(talk).findByRole('textbox', { name: '内部备注' }), '先记一笔')
  expect(within(talk).queryByRole('button', { name: '发送给作者' })).toBeNull()
  await user.click(within(talk).getByRole('button', { name: '保存为内部备注' }))
  await waitFor(() => expect(world.asked).toEqual([{ body: { type: 'text', body: '先记一笔', private: true } }]))
  // The next one is a note too, until the staff chooses otherwise.
  expect(within(talk).getByText(/仅审核人员可见，作者看不到/)).toBeTruthy()
})

test('an answer to a note is a note', async () => {
  talking([line('备注', 'Mod00002', { private: true })])
  signedIn('moderator')
  const user = userEvent.setup()
  const talk = await open()
  expect(within(talk).getByText('备注 · 仅审核人员可见')).toBeTruthy()
  await user.click(within(talk).getByRole('button', { name: /^回复/ }))
  expect(await within(talk).findByRole('button', { name: '保存为内部备注' })).toBeTruthy()
})

/** Everything that is watched is on the screen at once. */
class Shown {
  readonly #tell: (entries: { isIntersecting: boolean }[]) => void
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    this.#tell = tell
  }
  observe() {
    this.#tell([{ isIntersecting: true }])
  }
  disconnect() {
    return undefined
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a member sees changed statuses, a mark above what is unread, and no choice of readers', async () => {
  vi.stubGlobal('IntersectionObserver', Shown)
  const stored = talking(
    [
      line('Aa', author.id, {}, 50),
      line('Bb', null, { type: 'status_change', old_status: 'processing', new_status: 'rejected' }, 2),
      line('Cc', null, { decision: true }, 2),
      line('Dd', null, { type: 'deleted', body_html: '' }, 1),
    ],
    'Aa',
  )
  signedIn('developer', author.id)
  const talk = await open()
  const log = within(talk).getByRole('log')
  expect(log.textContent).toMatch(/审核人员将状态从 ?审核中 ?改为 ?已拒绝/)
  expect(within(log).getByText('消息已删除')).toBeTruthy()
  const mark = within(log).getByRole('separator', { name: '未读' })
  expect(mark.nextElementSibling?.textContent).toContain('审核意见')
  expect(within(talk).queryByRole('button', { name: '内部备注' })).toBeNull()
  await waitFor(() => expect(stored).toEqual([{ message: 'Dd' }]))
  await waitFor(() => expect(screen.queryByLabelText('2 条未读消息')).toBeNull())
})

test('a long conversation shows its newest lines, the others on demand', async () => {
  talking(
    Array.from({ length: 40 }, (_, at) => line(`第${at}条`, author.id, {})),
    '第39条',
  )
  signedIn('developer', author.id)
  const user = userEvent.setup()
  const talk = await open()
  expect(within(talk).queryByText('第9条')).toBeNull()
  await user.click(within(talk).getByRole('button', { name: '显示更早的消息（还有 10 条）' }))
  expect(within(talk).getByText('第0条')).toBeTruthy()
})

test('Ctrl and Enter send, but not while an input method composes', async () => {
  talking([line('问', null, {})])
  signedIn('developer', author.id)
  const user = userEvent.setup()
  const talk = await open()
  const field = await within(talk).findByRole('textbox', { name: '写消息' })
  await user.type(field, '答')
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, isComposing: true })
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, keyCode: 229 })
  expect(world.asked).toEqual([])
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(world.asked).toEqual([{ body: { type: 'text', body: '答', private: false } }]))
})
