import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { ago } from '@/testing/time'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import { first, second, lockOf, mate, waiting, queueOf, signedIn, resetEachTest, world } from '@/testing/review'

resetEachTest()

test('the queue lists who waits, how long and in which round, and every row leads to the panel', async () => {
  signedIn('moderator')
  await renderRoute('/moderation/review')
  const table = await screen.findByRole('table', { name: '等待审核的项目' })
  const rows = within(table).getAllByRole('row')
  expect(rows).toHaveLength(3)
  expect(rows[1]?.textContent).toMatch(/Gears & Verdigris.*第 2 轮.*2 天 2 小时/)
  expect(rows[2]?.textContent).toMatch(/首次.*5 小时/)
  expect(within(table).getByRole('link', { name: '审核 Gears & Verdigris' }).getAttribute('href')).toBe('/mod/gears-verdigris?review=1')
  expect(screen.getByRole('link', { name: /^全部 ?2$/ }).getAttribute('aria-current')).toBe('page')
})

test('the queue is searched and narrowed in the address, and says what waits too long and where more is', async () => {
  signedIn('moderator')
  const calls: string[] = []
  server.use(
    http.get('/_internal/moderation/projects', ({ request }) => {
      const query = new URL(request.url).searchParams
      calls.push(query.toString())
      const all = [waiting(first, 50, 2), waiting(second, 5)]
      const found = all.filter((one) => one.name.includes(query.get('query') ?? ''))
      return HttpResponse.json({ ...queueOf(found), ...(query.get('query') === '没有' ? { counts: { plugin: 3 } } : {}) })
    }),
  )
  const user = userEvent.setup()
  const { router } = await renderRoute('/moderation/review')
  expect((await screen.findByRole('link', { name: '超过 48 小时：1' })).getAttribute('href')).toBe('/moderation/review?waiting=48')
  expect(screen.getByRole('link', { name: /^模组 ?2$/ })).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: '排序' }), '最新提交')
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'newest' }))
  await user.type(screen.getByRole('textbox', { name: '在队列中查找' }), '没有')
  expect(await screen.findByRole('heading', { name: '没有符合条件的项目' })).toBeTruthy()
  expect(router.state.location.search).toEqual({ q: '没有', sort: 'newest' })
  expect(screen.getByText('其他类型中有符合条件的项目。')).toBeTruthy()
  expect(calls.at(-1)).toBe(new URLSearchParams({ query: '没有', sort: 'newest', count: '20' }).toString())
  await user.click(screen.getByRole('link', { name: '清除筛选条件' }))
  await screen.findByRole('table', { name: '等待审核的项目' })
})

test('the staff is told that letters and webhooks are paused, and why', async () => {
  signedIn('moderator')
  let paused = true
  server.use(
    http.get('/_internal/moderation/effects', () =>
      HttpResponse.json({ paused, since: paused ? ago(3) : null, restored: paused, reason: paused ? 'disk failure' : null }),
    ),
  )
  const page = await renderRoute('/moderation/review')
  const note = await screen.findByText(/站点从备份恢复后，邮件、Webhook 与转发已暂停/)
  expect(note.textContent).toMatch(/modyard effects resume.*原因：disk failure/)
  page.unmount()
  paused = false
  await renderRoute('/moderation/review')
  await screen.findByRole('table', { name: '等待审核的项目' })
  expect(screen.queryByText(/邮件、Webhook 与转发已暂停/)).toBeNull()
})

test('a run goes through every page of the queue, as far as it is free', async () => {
  signedIn('moderator')
  const calls: string[] = []
  server.use(
    http.get('/_internal/moderation/projects/ids', ({ request }) => {
      calls.push(new URL(request.url).search)
      return HttpResponse.json({ ids: ['before', first.id, second.id, 'onPage2'] })
    }),
  )
  const user = userEvent.setup()
  const { router } = await renderRoute('/moderation/review')
  await user.click(await screen.findByRole('button', { name: '从第 1 位开始审核' }))
  await waitFor(() => expect(router.state.location.state).toMatchObject({ showChecklist: true, projects: [second.id, 'onPage2'] }))
  expect(new Set(calls)).toEqual(new Set(['?free=true'])) // the panel reads it as well
})

test('an empty queue says so in words', async () => {
  signedIn('moderator')
  server.use(http.get('/_internal/moderation/projects', () => HttpResponse.json(queueOf([]))))
  await renderRoute('/moderation/review')
  expect(await screen.findByRole('heading', { name: '队列是空的' })).toBeTruthy()
})

test('the queue rejects users who are no staff, and anonymous visitors sign in first', async () => {
  const stranger = await renderRoute('/moderation/review')
  await waitFor(() => expect(stranger.router.state.location.pathname).toBe('/auth/sign-in'))
  stranger.unmount()
  signedIn('developer')
  await renderRoute('/moderation/review')
  expect(await screen.findByText('只有审核人员可以查看审核队列。')).toBeTruthy()
})

test('the queue shows who works on a project and what was handed over, and a review is taken over from its row', async () => {
  signedIn('moderator')
  server.use(
    http.get('/_internal/moderation/projects', () =>
      HttpResponse.json({
        ...queueOf([
          { ...waiting(first, 50, 2), lock: { lock: 'l1', by: mate, own: false, locked_at: ago(0.1), expires_at: ago(-0.2) } },
          { ...waiting(second, 5), handed: { by: mate, to: null, own: true, note: '还差版本', at: ago(1) } },
        ]),
        handed: 1,
      }),
    ),
    http.post('/_internal/moderation/lock/:id/override', () =>
      HttpResponse.json({ error: 'conflict', description: '其他审核人员刚刚接手了这个项目。' }, { status: 409 }),
    ),
  )
  const user = userEvent.setup()
  const { router } = await renderRoute('/moderation/review')
  const table = await screen.findByRole('table', { name: '等待审核的项目' })
  const rows = within(table).getAllByRole('row')
  expect(rows[1]?.textContent).toContain('石榴 正在审核')
  expect(within(rows[2] as HTMLElement).getByText('交给你').title).toBe('还差版本')
  expect(screen.getByRole('link', { name: '交给你：1' }).getAttribute('href')).toBe('/moderation/review?handed=1')
  expect(screen.getByRole('button', { name: '从第 2 位开始审核' })).toBeTruthy()
  await user.click(within(table).getByRole('button', { name: '接手 Gears & Verdigris' }))
  const dialog = await screen.findByRole('dialog', { name: '接手审核？' })
  expect(within(dialog).getByText(/^石榴 从 .* 起在审核这个项目/)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: '接手' }))
  expect(await screen.findByText('其他审核人员刚刚接手了这个项目。')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/moderation/review')
})

test('a review of somebody else is watched without its lock', async () => {
  signedIn('moderator')
  world.lock = lockOf(mate)
  const locks: string[] = []
  server.use(
    http.get('/_internal/moderation/projects', () =>
      HttpResponse.json(
        queueOf([{ ...waiting(first, 50, 2), lock: { lock: 'l1', by: mate, own: false, locked_at: ago(0.1), expires_at: ago(-0.2) } }]),
      ),
    ),
    http.post('/_internal/moderation/lock/:id', () => {
      locks.push('POST')
      return HttpResponse.json(world.lock)
    }),
  )
  const user = userEvent.setup()
  await renderRoute('/moderation/review')
  await user.click(await screen.findByRole('button', { name: '接手 Gears & Verdigris' }))
  await user.click(await screen.findByRole('button', { name: '旁观' }))
  const panel = await screen.findByRole('complementary', { name: '审核面板' })
  expect(await within(panel).findByText('石榴 正在审核，接手后由你来决定。')).toBeTruthy()
  expect(locks).toEqual([])
})

test('S begins a run, and not while somebody types', async () => {
  signedIn('moderator')
  const user = userEvent.setup()
  const { router } = await renderRoute('/moderation/review')
  await screen.findByRole('button', { name: '从第 1 位开始审核' })
  await user.click(screen.getByRole('textbox', { name: '在队列中查找' }))
  await user.keyboard('s')
  expect(router.state.location.pathname).toBe('/moderation/review')
  await user.clear(screen.getByRole('textbox', { name: '在队列中查找' }))
  await user.click(screen.getByRole('heading', { name: '审核队列' }))
  await user.keyboard('s')
  await waitFor(() => expect(router.state.location.pathname).toBe('/mod/gears-verdigris'))
})
