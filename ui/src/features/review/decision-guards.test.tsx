import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { fakeLive } from '@/testing/live'
import { renderRoute } from '@/testing/render-route'
import { entryOf, first, lockOf, mate, resetEachTest, second, signedIn, stepOf, waiting, world, queueOf } from '@/testing/review'
import { server } from '@/testing/server'
import { ago } from '@/testing/time'

resetEachTest()

const panelOf = () => screen.findByRole('complementary', { name: '审核面板' })
const decided = (actor: typeof mate, more: Partial<Parameters<typeof entryOf>[0]> = {}) =>
  entryOf({
    position: 5,
    type: 'rejected',
    at: ago(0),
    role: 'moderator',
    actor: { ...actor, role: 'moderator' },
    from: 'processing',
    to: 'rejected',
    round: 2,
    message: '请看说明',
    ...more,
  })
const conflict = () => HttpResponse.json({ error: 'conflict', description: '这一轮已经有了决定，你的这次决定没有生效。' }, { status: 409 })

async function opened(address = '/mod/gears-verdigris?review=1') {
  signedIn('moderator')
  const user = userEvent.setup()
  const page = await renderRoute(address)
  const panel = await panelOf()
  await within(panel).findByRole('heading', { name: '标题合适吗？' })
  return { user, panel, ...page }
}

async function rejection(user: ReturnType<typeof userEvent.setup>, panel: HTMLElement, text = '请写清玩法') {
  await user.type(within(panel).getByRole('textbox', { name: '给作者的消息' }), text)
  await user.selectOptions(within(panel).getByRole('combobox', { name: '原因' }), '资料不完整')
  await user.click(within(panel).getByRole('button', { name: '拒绝' }))
}

test('whoever comes second is told who decided what, cannot decide again, and keeps what was typed', async () => {
  server.use(
    http.patch('/v2/project/:id', () => {
      world.status = 'withheld'
      world.history = { entries: [...world.history.entries, decided(mate, { type: 'withheld', to: 'withheld' })], queue: null }
      return conflict()
    }),
  )
  const { user, panel, router } = await opened()
  await rejection(user, panel)
  expect(await within(panel).findByText(/^石榴 已保留这个项目/)).toBeTruthy()
  for (const name of ['批准', '拒绝']) expect(within(panel).getByRole('button', { name }).hasAttribute('disabled')).toBe(true)
  expect(within(panel).getByRole<HTMLTextAreaElement>('textbox', { name: '给作者的消息' }).value).toBe('请写清玩法')
  await user.click(within(panel).getByRole('button', { name: '下一个项目' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/mod/deep-echo'))
})

test('a status is changed outside of a round only after it was asked for, and confirmed in words', async () => {
  world.status = 'approved'
  const { user, panel } = await opened()
  expect(within(panel).queryByText('你正在审核')).toBeNull()
  expect(within(panel).getByRole('button', { name: '拒绝' }).hasAttribute('disabled')).toBe(true)
  await user.type(within(panel).getByRole('textbox', { name: '给作者的消息' }), '含有恶意代码')
  await user.selectOptions(within(panel).getByRole('combobox', { name: '原因' }), '恶意内容')
  await user.click(within(panel).getByRole('button', { name: '仍要更改已公开的项目' }))
  expect(document.activeElement).not.toBe(document.body)
  await user.click(within(panel).getByRole('button', { name: '拒绝' }))
  const dialog = await screen.findByRole('dialog', { name: /^更改状态/ })
  expect(within(dialog).getByText(/记为「站务改状态」，不是审核决定/)).toBeTruthy()
  expect(world.asked).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: '更改状态' }))
  await waitFor(() => expect(world.asked).toMatchObject([{ status: 'rejected' }]))
})

test('nobody decides while another moderator holds the lock', async () => {
  world.lock = lockOf(mate)
  server.use(
    http.post('/_internal/moderation/lock/:id/override', () => {
      world.lock = lockOf({ id: 'Mod00001', username: '岚桥', avatar_url: null })
      return HttpResponse.json(world.lock)
    }),
  )
  const { user, panel } = await opened()
  await within(panel).findByText('石榴 正在审核，接手后由你来决定。')
  expect(within(panel).getByRole('button', { name: '批准' }).hasAttribute('disabled')).toBe(true)
  await user.keyboard('{Shift>}{Alt>}[KeyA]{/Alt}{/Shift}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(within(panel).getByRole('button', { name: '接手' }))
  await waitFor(() => expect(within(panel).getByRole('button', { name: '批准' }).hasAttribute('disabled')).toBe(false))
})

test('a review is taken from a moderator who is at work on it only after a question', async () => {
  // It stays recent however long the run takes.
  world.lock = { ...lockOf(mate), expires_at: ago(-24) }
  const taken: unknown[] = []
  server.use(
    http.post('/_internal/moderation/lock/:id/override', async ({ request }) => {
      taken.push(await request.json())
      world.lock = lockOf({ id: 'Mod00001', username: '岚桥', avatar_url: null })
      return HttpResponse.json(world.lock)
    }),
  )
  const { user, panel } = await opened()
  await user.click(await within(panel).findByRole('button', { name: '接手' }))
  const dialog = await screen.findByRole('dialog', { name: '接手审核？' })
  expect(taken).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: '接手' }))
  await waitFor(() => expect(within(panel).getByRole('button', { name: '批准' }).hasAttribute('disabled')).toBe(false))
  expect(taken).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an approval asks nothing once every step was seen, and it has the colour of the usual way only then', async () => {
  const { user, panel } = await opened()
  const approve = () => within(panel).getByRole('button', { name: '批准' })
  expect(approve().className).not.toContain('primary')
  for (let step = 0; step < 2; step++) await user.click(within(panel).getByRole('button', { name: '下一步' }))
  await user.click(within(panel).getByRole('button', { name: '完成' }))
  expect(document.activeElement).not.toBe(document.body)
  expect(approve().className).toContain('primary')
  await user.click(approve())
  await waitFor(() => expect(world.asked).toMatchObject([{ status: 'approved' }]))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an approval with objections or the message of a refusal is confirmed in words', async () => {
  const { user, panel } = await opened()
  await user.keyboard('1e')
  const message = within(panel).getByRole<HTMLTextAreaElement>('textbox', { name: '给作者的消息' })
  await waitFor(() => expect(message.value).toBe('消息：title-useless-info'))
  await user.click(within(panel).getByRole('button', { name: '批准' }))
  const dialog = await screen.findByRole('dialog', { name: '确认批准？' })
  expect(within(dialog).getByText(/^勾选了 1 条意见/)).toBeTruthy()
  expect(within(dialog).getByText(/^消息来自拒绝或保留的模板/)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: '取消' }))
  expect(world.asked).toEqual([])
})

const filler = { id: 'EXPLAINER', question: '还缺什么', required: true, large: true }
function withFiller() {
  world.steps = [
    stepOf('title', '标题', [['title-useless-info', '包含无用信息']]),
    { ...stepOf('description', '描述', [['insufficient', '不足']]), options: [{ ...option, fillers: [filler] }] },
  ]
}
const option = { id: 'insufficient', name: '不足', reason: 'incomplete', verdict: 'reject' } as const

test('a refusal waits for what a chosen option asks for, and leads to it', async () => {
  withFiller()
  const { user, panel } = await opened()
  await user.keyboard('{ArrowRight}1')
  const field = await within(panel).findByRole('textbox', { name: /^还缺什么/ })
  expect(document.activeElement).toBe(field)
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(within(panel).getByRole('region', { name: '描述合适吗？' }))
  expect(within(panel).getByRole('button', { name: '第 2 步，描述，意见未填完' })).toBeTruthy()
  await user.keyboard('{ArrowLeft}')
  await user.type(within(panel).getByRole('textbox', { name: '给作者的消息' }), '请补充')
  await user.keyboard('{Shift>}{Alt>}[KeyY]{/Alt}{/Shift}')
  expect(document.activeElement).toBe(within(panel).getByRole('combobox', { name: '原因' }))
  await user.selectOptions(within(panel).getByRole('combobox', { name: '原因' }), '资料不完整')
  expect(within(panel).getByRole('button', { name: '拒绝' }).hasAttribute('disabled')).toBe(true)
  await user.click(within(panel).getByRole('button', { name: '去填写：描述 · 不足' }))
  await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole('textbox', { name: /^还缺什么/ })))
  await user.keyboard('玩法')
  // The message was written before that was filled in.
  expect(within(panel).getByText('消息写好之后，选项又有改动')).toBeTruthy()
  await user.click(within(panel).getByRole('button', { name: '仍要发送' }))
  expect(within(panel).getByRole('button', { name: '拒绝' }).hasAttribute('disabled')).toBe(false)
  await user.click(within(panel).getByRole('textbox', { name: /^还缺什么/ }))
  await user.keyboard('{Shift>}{Alt>}[KeyP]{/Alt}{/Shift}')
  await within(panel).findByRole('heading', { name: '标题合适吗？' })
  expect(document.activeElement).not.toBe(document.body)
})

test('a message that is older than the options says so, and is made again or sent all the same', async () => {
  const { user, panel } = await opened()
  await user.keyboard('1e')
  const message = within(panel).getByRole<HTMLTextAreaElement>('textbox', { name: '给作者的消息' })
  await waitFor(() => expect(message.value).toBe('消息：title-useless-info'))
  await user.keyboard('{Escape}{ArrowRight}1')
  expect(within(panel).getByText('消息是按之前的选项生成的')).toBeTruthy()
  expect(within(panel).getByRole('button', { name: '拒绝' }).hasAttribute('disabled')).toBe(true)
  await user.click(within(panel).getByRole('button', { name: '重新生成' }))
  await waitFor(() => expect(message.value).toBe('消息：title-useless-info、summary-insufficient'))
  expect(within(panel).getByRole('button', { name: '拒绝' }).hasAttribute('disabled')).toBe(false)
  await user.keyboard('{Escape}2')
  await user.click(within(panel).getByRole('button', { name: '仍要发送' }))
  expect(document.activeElement).toBe(message)
  expect(within(panel).queryByText('消息是按之前的选项生成的')).toBeNull()
  await user.click(within(panel).getByRole('button', { name: '拒绝' }))
  await waitFor(() => expect(world.asked).toHaveLength(1))
})

test('a double press sends one request, and a conflict with the own decision is that decision', async () => {
  let sent = 0
  server.use(
    http.patch('/v2/project/:id', () => {
      sent += 1
      world.status = 'rejected'
      const own = decided({ id: 'Mod00001', username: '岚桥', avatar_url: null }, { message: '请写清玩法' })
      world.history = { entries: [...world.history.entries, own], queue: null }
      return conflict()
    }),
  )
  const { user, panel } = await opened()
  await user.type(within(panel).getByRole('textbox', { name: '给作者的消息' }), '请写清玩法')
  await user.selectOptions(within(panel).getByRole('combobox', { name: '原因' }), '资料不完整')
  await user.dblClick(within(panel).getByRole('button', { name: '拒绝' }))
  expect(await within(panel).findByText('已拒绝', { selector: 'b' })).toBeTruthy()
  expect(sent).toBe(1)
})

test('an undone decision brings the checklist back with the work that had led to it', async () => {
  const live = fakeLive()
  const { user, panel } = await opened()
  await user.keyboard('1')
  await rejection(user, panel)
  await within(panel).findByText('已拒绝', { selector: 'b' })
  const before = world.history.entries
  world.history = {
    entries: [
      ...before,
      decided(mate),
      entryOf({ position: 6, type: 'undone', at: ago(0), role: 'moderator', from: 'rejected', to: 'processing', round: 2 }),
    ],
    queue: null,
  }
  world.status = 'processing'
  await waitFor(() => expect(live.streams()).toBe(1))
  live.moved(`project:${first.id}`, 9)
  const message = await within(panel).findByRole<HTMLTextAreaElement>('textbox', { name: '给作者的消息' })
  expect(message.value).toBe('请写清玩法')
  expect(within(panel).getByRole<HTMLInputElement>('checkbox', { name: '包含无用信息' }).checked).toBe(true)
  expect(within(panel).getByRole('button', { name: '拒绝' }).hasAttribute('disabled')).toBe(false)
})

test('what was skipped does not come again, and the way ends at the queue', async () => {
  const { user, panel, router } = await opened()
  await user.click(within(panel).getByRole('button', { name: '跳过/退出' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/mod/deep-echo'))
  await waitFor(() => expect(panel.isConnected).toBe(false))
  await user.click(await within(await panelOf()).findByRole('button', { name: '跳过/退出' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/moderation/review'))
})

test('the way on leads past a project that somebody else has taken meanwhile', async () => {
  const { user, panel, router } = await opened()
  server.use(
    http.get('/_internal/moderation/projects', () =>
      HttpResponse.json(
        queueOf([
          waiting(first, 50, 2),
          { ...waiting(second, 5), lock: { lock: 'l1', by: mate, own: false, locked_at: ago(0.1), expires_at: ago(-0.2) } },
        ]),
      ),
    ),
  )
  await user.click(within(panel).getByRole('button', { name: '跳过/退出' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/moderation/review'))
})

test('a second round shows the decision before, and what was cleared by mistake comes back', async () => {
  world.progress = {
    state: { step: 'summary', visited: ['title'], chosen: [], message: '写到一半', templates: [], reason: '' },
    saved: ago(0),
    outdated: false,
  }
  signedIn('moderator')
  const user = userEvent.setup()
  await renderRoute('/mod/gears-verdigris?review=1')
  const panel = await panelOf()
  expect(await within(panel).findByText(/^上次 审核人员 拒绝于 /)).toBeTruthy()
  expect(within(panel).getByText(/：描述 · 不足、简介 · 不足/)).toBeTruthy()
  const message = within(panel).getByRole<HTMLTextAreaElement>('textbox', { name: '给作者的消息' })
  await user.click(within(panel).getByRole('button', { name: '重新开始' }))
  expect(message.value).toBe('')
  expect(document.activeElement).not.toBe(document.body)
  await user.click(within(panel).getByRole('button', { name: '恢复' }))
  expect(message.value).toBe('写到一半')
})

test('an edit during the review is told by the parts of the project', async () => {
  const live = fakeLive()
  const { user, panel } = await opened()
  await waitFor(() => expect(live.streams()).toBe(1))
  server.use(
    http.get('/_internal/project/:id', () => HttpResponse.json({ ...first, body: '改过了', status: 'processing', queued: ago(50) })),
  )
  live.moved(`project:${first.id}`, 9)
  expect((await within(panel).findByText('项目在你审核期间有改动')).parentElement?.textContent).toContain('描述')
  await user.click(within(panel).getByRole('button', { name: '知道了' }))
  expect(within(panel).queryByText('项目在你审核期间有改动')).toBeNull()
})

test('closing the panel leaves the focus on the page, and a button opens it again', async () => {
  const { user, panel } = await opened()
  await user.click(within(panel).getByRole('button', { name: '关闭审核面板' }))
  await waitFor(() => expect(panel.isConnected).toBe(false))
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  await user.click(screen.getByRole('button', { name: '打开审核面板' }))
  expect(await panelOf()).toBeTruthy()
})
