import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { ago } from '@/testing/time'
import { renderRoute } from '@/testing/render-route'
import { fakeLive } from '@/testing/live'
import { server } from '@/testing/server'
import { entryOf, first, mate, lockOf, queueOf, signedIn, waiting, world, resetEachTest } from '@/testing/review'

resetEachTest()

test('a refusal needs a message, and afterwards the badge and the way on are there', async () => {
  signedIn('moderator')
  const user = userEvent.setup()
  const { router } = await renderRoute('/mod/gears-verdigris?review=1')
  const panel = await screen.findByRole('complementary', { name: '审核面板' })
  const reject = await within(panel).findByRole('button', { name: '拒绝' })
  expect(reject.hasAttribute('disabled')).toBe(true)
  expect(document.getElementById(reject.getAttribute('aria-describedby') ?? '')?.textContent).toBe('拒绝与保留需要填写给作者的消息。')
  await user.type(within(panel).getByRole('textbox', { name: '给作者的消息' }), '请写清玩法')
  expect(document.getElementById(reject.getAttribute('aria-describedby') ?? '')?.textContent).toBe('拒绝与保留需要选择原因。')
  await user.selectOptions(within(panel).getByRole('combobox', { name: '原因' }), '资料不完整')
  await user.click(reject)
  expect(await within(panel).findByText('您已完成此项目的审核！还有 1 个项目。')).toBeTruthy()
  expect(world.asked).toEqual([
    { status: 'rejected', moderation_message: '请写清玩法', moderation_round: 2, reason: { code: 'incomplete' } },
  ])
  await waitFor(() => expect(within(screen.getByRole('heading', { level: 1 })).getByText('已拒绝')).toBeTruthy())
  expect(within(panel).getByRole('link', { name: '返回审核列表' }).getAttribute('href')).toBe('/moderation/review')
  await user.click(within(panel).getByRole('button', { name: '下一个项目' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/mod/deep-echo'))
  const fresh = await screen.findByRole('complementary', { name: '审核面板' })
  const empty = await within(fresh).findByRole<HTMLTextAreaElement>('textbox', { name: '给作者的消息' })
  expect(empty.value).toBe('')
})

test('a refused key says why and leads to what is missing', async () => {
  signedIn('moderator')
  const user = userEvent.setup()
  await renderRoute('/mod/gears-verdigris?review=1')
  const panel = await screen.findByRole('complementary', { name: '审核面板' })
  const message = await within(panel).findByRole('textbox', { name: '给作者的消息' })
  await user.keyboard('{Shift>}{Alt>}[KeyR]{/Alt}{/Shift}')
  const said = await within(panel).findByText('不能拒绝：拒绝与保留需要填写给作者的消息。')
  expect(said.closest('[aria-live]')).not.toBeNull()
  expect(document.activeElement).toBe(message)
  await user.keyboard('请写清玩法')
  await user.keyboard('{Shift>}{Alt>}[KeyW]{/Alt}{/Shift}')
  expect(await within(panel).findByText('不能保留：拒绝与保留需要选择原因。')).toBeTruthy()
  expect(document.activeElement).toBe(within(panel).getByRole('combobox', { name: '原因' }))
  expect(world.asked).toEqual([])
})

test('after a decision the key of the next project goes on, and the decision can be undone in the panel', async () => {
  signedIn('moderator')
  const user = userEvent.setup()
  const { router } = await renderRoute('/mod/gears-verdigris?review=1')
  const panel = await screen.findByRole('complementary', { name: '审核面板' })
  await user.type(await within(panel).findByRole('textbox', { name: '给作者的消息' }), '请写清玩法')
  await user.selectOptions(within(panel).getByRole('combobox', { name: '原因' }), '资料不完整')
  server.use(
    http.patch('/v2/project/:id', () => {
      world.status = 'rejected'
      const entry = entryOf({ position: 5, type: 'rejected', at: ago(0), role: 'moderator', from: 'processing', to: 'rejected', round: 2 })
      const undo = {
        decision: 'Decision1',
        type: 'rejected',
        at: entry.at,
        moderator: mate,
        restores: 'processing',
        own: true,
        may: true,
        proposal: null,
      } as const
      world.history = { entries: [...world.history.entries, entry], queue: null, undo }
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await user.keyboard('{Shift>}{Alt>}[KeyR]{/Alt}{/Shift}')
  expect(await within(panel).findByRole('button', { name: '撤销决定' })).toBeTruthy()
  await within(panel).findByRole('button', { name: '下一个项目' })
  await user.keyboard('{Shift>}{Alt>}[KeyS]{/Alt}{/Shift}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/mod/deep-echo'))
})

test('after the last project the key says that there is none', async () => {
  signedIn('moderator')
  const user = userEvent.setup()
  server.use(
    http.get('/_internal/moderation/projects', () =>
      HttpResponse.json(queueOf(world.status === 'processing' ? [waiting(first, 50, 2)] : [])),
    ),
    http.get('/_internal/moderation/projects/ids', () => HttpResponse.json({ ids: [] })),
  )
  await renderRoute('/mod/gears-verdigris?review=1')
  const panel = await screen.findByRole('complementary', { name: '审核面板' })
  await user.type(await within(panel).findByRole('textbox', { name: '给作者的消息' }), '请写清玩法')
  await user.selectOptions(within(panel).getByRole('combobox', { name: '原因' }), '资料不完整')
  await user.keyboard('{Shift>}{Alt>}[KeyR]{/Alt}{/Shift}')
  await within(panel).findByText(/^您已完成此项目的审核！/)
  await user.keyboard('{Shift>}{Alt>}[KeyS]{/Alt}{/Shift}')
  expect(await within(panel).findByText('队列里没有其他可以审核的项目。')).toBeTruthy()
})

test('the panel opens from the menu, stays while tabs change, decides by keys and closes', async () => {
  signedIn('admin')
  const user = userEvent.setup()
  const { router } = await renderRoute('/mod/gears-verdigris')
  await user.click(await screen.findByRole('button', { name: '更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '审查项目' }))
  const panel = await screen.findByRole('complementary', { name: '审核面板' })
  await user.click(within(screen.getByRole('navigation', { name: '资源页面' })).getByRole('link', { name: /版本/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/mod/gears-verdigris/versions'))
  expect(panel.isConnected).toBe(true)
  await user.click(within(panel).getByRole('textbox', { name: '给作者的消息' }))
  await user.keyboard('a')
  expect(world.asked).toEqual([])
  await user.keyboard('{Shift>}{Alt>}[KeyA]{/Alt}{/Shift}')
  const dialog = await screen.findByRole('dialog', { name: '确认批准？' })
  expect(within(dialog).getByText('还有 3 步没有完成。')).toBeTruthy()
  expect(world.asked).toEqual([])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(world.asked).toHaveLength(1))
  expect(world.asked[0]).toMatchObject({ status: 'approved', reason: { code: 'complies' } })
  expect(await within(panel).findByText('已通过', { selector: 'b' })).toBeTruthy()
  await user.click(within(panel).getByRole('button', { name: '关闭审核面板' }))
  await waitFor(() => expect(screen.queryByRole('complementary', { name: '审核面板' })).toBeNull())
})

test('the whole review goes by keys, also from within the editor, and the decision names options and templates', async () => {
  signedIn('moderator')
  const user = userEvent.setup()
  const { router } = await renderRoute('/mod/gears-verdigris?review=1')
  const panel = await screen.findByRole('complementary', { name: '审核面板' })
  await within(panel).findByRole('heading', { name: '标题合适吗？' })
  await user.keyboard('{ArrowRight}')
  await within(panel).findByRole('heading', { name: '简介合适吗？' })
  await user.keyboard('1')
  expect(within(panel).getByRole<HTMLInputElement>('checkbox', { name: '不足' }).checked).toBe(true)
  await user.keyboard('e')
  const message = within(panel).getByRole<HTMLTextAreaElement>('textbox', { name: '给作者的消息' })
  await waitFor(() => expect(message.value).toBe('消息：summary-insufficient'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/mod/gears-verdigris/moderation'))
  await user.click(message)
  await user.keyboard('1')
  expect(message.value).toContain('1')
  await user.keyboard('{Shift>}{Alt>}[KeyN]{/Alt}{/Shift}')
  await within(panel).findByRole('heading', { name: '版本文件合适吗？' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/mod/gears-verdigris/versions'))
  await user.keyboard('{Shift>}{Alt>}[Slash]{/Alt}{/Shift}')
  expect(await screen.findByRole('dialog', { name: '审核面板的快捷键' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.keyboard('{Shift>}{Alt>}[KeyR]{/Alt}{/Shift}')
  await waitFor(() => expect(world.asked).toHaveLength(1))
  expect(world.asked[0]).toMatchObject({
    status: 'rejected',
    reason: { code: 'incomplete' },
    moderation_options: ['summary-insufficient'],
    moderation_templates: ['opening@0', 'summary-insufficient@3'],
  })
  const said = await within(panel).findByText('已拒绝', { selector: 'b' })
  expect(said.parentElement?.querySelector('.ui__ok, [class*=circle-check]')).toBeNull()
  await waitFor(() => expect(world.kept.at(-1)?.ended).toBe(true))
})

test('leaving stores the message and the options, and another device goes on with them', async () => {
  signedIn('moderator')
  const user = userEvent.setup()
  const page = await renderRoute('/mod/gears-verdigris?review=1')
  const panel = await screen.findByRole('complementary', { name: '审核面板' })
  await user.type(await within(panel).findByRole('textbox', { name: '给作者的消息' }), '写到一半')
  page.unmount()
  await waitFor(() => expect(world.kept.at(-1)?.message).toBe('写到一半'))
  localStorage.clear()
  world.progress = {
    state: {
      step: 'summary',
      visited: [],
      chosen: [{ option: 'summary-repeats-title', values: {} }],
      message: world.kept.at(-1)?.message ?? '',
      templates: [],
      reason: '',
    },
    saved: ago(0),
    outdated: true,
  }
  await renderRoute('/mod/gears-verdigris?review=1')
  const again = await screen.findByRole('complementary', { name: '审核面板' })
  const message = await within(again).findByRole<HTMLTextAreaElement>('textbox', { name: '给作者的消息' })
  expect(message.value).toBe('写到一半')
  expect(within(again).getByRole<HTMLInputElement>('checkbox', { name: '重复标题' }).checked).toBe(true)
  expect(within(again).getByText(/上一轮提交时保存的进度/)).toBeTruthy()
  await user.click(within(again).getByRole('button', { name: '重新开始' }))
  expect(message.value).toBe('')
})

test('a run goes through its projects and ends at the queue', async () => {
  signedIn('moderator')
  const user = userEvent.setup()
  const { router } = await renderRoute('/moderation/review')
  await user.click(await screen.findByRole('button', { name: '从第 1 位开始审核' }))
  let panel = await screen.findByRole('complementary', { name: '审核面板' })
  await user.click(await within(panel).findByRole('button', { name: '跳过/退出' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/mod/deep-echo'))
  await waitFor(() => expect(panel.isConnected).toBe(false))
  panel = await screen.findByRole('complementary', { name: '审核面板' })
  await user.click(await within(panel).findByRole('button', { name: '跳过/退出' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/moderation/review'))
})

test('a rejection is shown with the text of the server', async () => {
  signedIn('moderator')
  server.use(
    http.patch('/v2/project/:id', () =>
      HttpResponse.json({ error: 'conflict', description: '该项目的状态刚刚被他人更改，请刷新后再操作。' }, { status: 409 }),
    ),
  )
  const user = userEvent.setup()
  await renderRoute('/mod/gears-verdigris?review=1')
  const panel = await screen.findByRole('complementary', { name: '审核面板' })
  await user.click(await within(panel).findByRole('button', { name: '批准' }))
  await user.click(await screen.findByRole('button', { name: '仍要批准' }))
  expect(within(await within(panel).findByRole('alert')).getByText(/刚刚被他人更改/)).toBeTruthy()
  expect(within(panel).getByRole('button', { name: '批准' }).hasAttribute('disabled')).toBe(true)
  await user.click(within(panel).getByRole('button', { name: '再试一次' }))
  expect(within(panel).getByRole('button', { name: '批准' }).hasAttribute('disabled')).toBe(false)
})

test('closing the panel releases the lock', async () => {
  signedIn('moderator')
  const user = userEvent.setup()
  await renderRoute('/mod/gears-verdigris?review=1')
  const panel = await screen.findByRole('complementary', { name: '审核面板' })
  await within(panel).findByText('你正在审核')
  await user.click(within(panel).getByRole('button', { name: '关闭审核面板' }))
  await waitFor(() => expect(world.released).toBe(1))
})

test("somebody else's lock is shown in the panel and taken over; nothing typed is lost when one's own is", async () => {
  const live = fakeLive()
  signedIn('moderator')
  world.lock = { ...lockOf(mate), looking: [mate, { id: 'Mod00003', username: '青柚', avatar_url: null }] }
  const overridden: unknown[] = []
  server.use(
    http.post('/_internal/moderation/lock/:id/override', async ({ request }) => {
      overridden.push(await request.json())
      world.lock = lockOf({ id: 'Mod00001', username: '岚桥', avatar_url: null })
      return HttpResponse.json(world.lock)
    }),
  )
  const user = userEvent.setup()
  await renderRoute('/mod/gears-verdigris?review=1')
  const panel = await screen.findByRole('complementary', { name: '审核面板' })
  await within(panel).findByText(/石榴 正在审核这个项目，锁还有 \d+ 分/)
  expect(within(panel).getByText('青柚 也在看')).toBeTruthy()
  await user.click(within(panel).getByRole('button', { name: '接手' }))
  await within(panel).findByText('你正在审核')
  expect(overridden).toEqual([{ lock: 'lock-Mod00002' }])
  await user.type(await within(panel).findByRole('textbox', { name: '给作者的消息' }), '写到一半')
  world.lock = lockOf(mate)
  await waitFor(() => expect(live.streams()).toBe(1))
  live.moved('queue', 9)
  await within(panel).findByText('石榴 接手了这个项目。你填写的内容都还在。')
  expect(within(panel).getByRole<HTMLTextAreaElement>('textbox', { name: '给作者的消息' }).value).toBe('写到一半')
})

test('a review is handed over with a note, and the moderator goes back to the queue', async () => {
  signedIn('moderator')
  const given: unknown[] = []
  server.use(
    http.get('/_internal/moderation/reviewers', () => HttpResponse.json([{ id: 'Mod00001', username: '岚桥', avatar_url: null }, mate])),
    http.post('/_internal/moderation/project/:id/hand-over', async ({ request }) => {
      given.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const user = userEvent.setup()
  const { router } = await renderRoute('/mod/gears-verdigris?review=1')
  const panel = await screen.findByRole('complementary', { name: '审核面板' })
  await user.click(await within(panel).findByRole('button', { name: '转交' }))
  const dialog = await screen.findByRole('dialog', { name: '把审核转交给其他审核人员' })
  await within(dialog).findByRole('option', { name: '石榴' })
  expect(within(dialog).queryByRole('option', { name: '岚桥' })).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: '转交' }))
  expect(await within(dialog).findByText('请选择审核人员。')).toBeTruthy()
  await user.selectOptions(within(dialog).getByRole('combobox'), '石榴')
  await user.type(within(dialog).getByRole('textbox'), '图片已看过')
  await user.click(within(dialog).getByRole('button', { name: '转交' }))
  await waitFor(() => expect(given).toEqual([{ to: 'Mod00002', note: '图片已看过' }]))
  await waitFor(() => expect(router.state.location.pathname).toBe('/moderation/review'))
})

test('only staff get the panel', async () => {
  signedIn('developer')
  await renderRoute('/mod/gears-verdigris?review=1')
  await screen.findByRole('heading', { level: 1 })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.queryByRole('complementary', { name: '审核面板' })).toBeNull()
})
