import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer } from '@/testing/answer'
import { boardOf, issueHandlers, issueOf, label, trackerOf, type Tracker } from '@/testing/issues'
import { user } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

const root = '/mod/gears-verdigris/issues'
/** Somebody who is no member of the project. */
const me = { ...user, id: 'Usr00077', username: 'steve', email_verified: true }

function signedIn(person: typeof user = me): void {
  document.cookie = 'modyard_csrf=token; path=/'
  server.use(answer('GET', '/v2/user', () => person))
}

async function open(tracker: Tracker, search = '') {
  server.use(...issueHandlers(tracker))
  return renderRoute(root + search)
}

const rows = async () => within(await screen.findByRole('region', { name: '反馈列表' })).getAllByRole('listitem')

beforeEach(() => localStorage.clear())
afterEach(() => {
  document.cookie = 'modyard_csrf=; path=/; max-age=0'
})

test('the list shows the state, labels, author and answers of each issue, and both counts', async () => {
  await open(
    trackerOf({
      listed: [
        issueOf(7, {
          pinned: true,
          locked: true,
          labels: [label('bug', '错误')],
          comments_count: 1_234,
          assignees: [{ id: 'Usr00002', username: 'Verdi', avatar_url: null }],
        }),
        issueOf(3, { author: null, state: 'closed', state_reason: 'not_planned', closed_at: new Date().toISOString() }),
      ],
    }),
  )
  const [first, second] = (await rows()).map((row) => within(row))
  expect(first?.getByRole('link', { name: '第 7 个反馈' }).getAttribute('href')).toBe(`${root}/7`)
  expect(first?.getByText('置顶')).toBeTruthy()
  expect(first?.getByText('已锁定')).toBeTruthy()
  expect(first?.getByTitle('1,234 条回复')).toBeTruthy()
  expect(first?.getByTitle('指派给 Verdi')).toBeTruthy()
  expect(first?.getByRole('link', { name: '错误' }).getAttribute('href')).toBe(`${root}?label=bug`)
  expect(first?.getByRole('link', { name: '玩家' }).getAttribute('href')).toBe(`${root}?author=${encodeURIComponent('玩家')}`)
  expect(second?.getByText('不打算处理')).toBeTruthy()
  expect(second?.getByText('已注销用户')).toBeTruthy()
  const tabs = within(screen.getByRole('navigation', { name: '状态' }))
  expect(tabs.getByRole('link', { name: /^进行中/ }).textContent).toBe('进行中2')
  expect(tabs.getByRole('link', { name: /^已关闭/ }).getAttribute('href')).toBe(`${root}?state=closed`)
  expect(tabs.getByRole('link', { name: /^进行中/ }).getAttribute('aria-current')).toBe('page')
  await waitFor(() => expect(document.title).toBe('反馈 - 齿轮与铜绿 - Modyard'))
  expect(screen.getByRole('link', { name: '登录后反馈' }).getAttribute('href')).toContain(encodeURIComponent(root))
})

test('filters, order and words are held by the address', async () => {
  const tracker = trackerOf()
  const { router } = await open(tracker, '?label=bug&assignee=Verdi')
  expect(tracker.lists.at(-1)?.searchParams.get('labels')).toBe('bug')
  const person = userEvent.setup()
  const filters = within(await screen.findByRole('search', { name: '筛选' }))
  await person.selectOptions(filters.getByRole('combobox', { name: '标签' }), '改进')
  await waitFor(() => expect(router.state.location.search).toEqual({ label: ['bug', 'idea'], assignee: 'Verdi' }))
  await person.selectOptions(filters.getByRole('combobox', { name: '排序' }), '最近更新')
  await person.type(filters.getByRole('textbox', { name: '搜索标题或编号' }), '崩溃')
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ q: '崩溃', label: ['bug', 'idea'], assignee: 'Verdi', sort: 'updated-desc' }),
  )
  await waitFor(() => expect(tracker.lists.at(-1)?.search).toContain('sort=updated&direction=desc'))
  await person.click(filters.getByRole('button', { name: '移除筛选：标签：错误' }))
  await waitFor(() => expect(router.state.location.searchStr).toMatch(/label=idea/))
  expect(router.state.location.searchStr).not.toContain('bug')
  await person.click(filters.getByRole('link', { name: '清除筛选' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'updated-desc' }))
})

test.each([
  ['', { open: 0, closed: 0 }, '还没有反馈'],
  ['', { open: 0, closed: 3 }, '没有进行中的反馈'],
  ['?state=closed', { open: 3, closed: 0 }, '没有已关闭的反馈'],
  ['?q=nothing', {}, '没有符合条件的反馈'],
  ['?page=9', {}, '这一页没有反馈'],
  ['', { issues_type: 0 as const, issues_url: 'https://example.com/issues', open: 0, closed: 0 }, '反馈在其他网站'],
  ['', { issues_type: 0 as const, open: 0, closed: 0 }, '还没有开放反馈'],
  ['', { issues_type: 3 as const, open: 4 }, '反馈已关闭'],
])('an empty list at %s of a board %o says: %s', async (search, board, said) => {
  const tracker = trackerOf({ listed: [], board: boardOf(board) })
  await open(tracker, search)
  expect(await screen.findByText(said)).toBeTruthy()
  if ('issues_type' in board && board.issues_type === 3) expect(screen.queryByRole('navigation', { name: '状态' })).toBeNull()
})

test.each([
  [0 as const, '该资源的反馈在其他网站。'],
  [1 as const, '也可以在作者使用的其他网站反馈。'],
])('a board of type %i names the place elsewhere', async (type, said) => {
  await open(trackerOf({ board: boardOf({ issues_type: type, issues_url: 'https://example.com/issues' }) }))
  expect(await screen.findByText(said)).toBeTruthy()
  expect(screen.getByRole('link', { name: /^前往反馈/ }).getAttribute('href')).toBe('https://example.com/issues')
  expect(screen.queryByRole('link', { name: '登录后反馈' }) === null).toBe(type === 0)
})

test('who may not open an issue is told why', async () => {
  signedIn({ ...me, email_verified: false })
  await open(trackerOf())
  expect(await screen.findByText('验证邮箱后才能提交反馈。')).toBeTruthy()
})

test('somebody barred is told why', async () => {
  signedIn()
  await open(trackerOf({ board: boardOf({ why: '你已被禁止在此反馈。' }) }))
  expect(await screen.findByText('你已被禁止在此反馈。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '新建反馈' })).toBeNull()
})

/** Opens the composer of a board that takes issues. */
async function composer(tracker: Tracker) {
  signedIn()
  const shown = await open(tracker)
  const person = userEvent.setup()
  await person.click(await screen.findByRole('button', { name: '新建反馈' }))
  const title = await screen.findByRole('textbox', { name: /^标题/ })
  return { ...shown, person, title }
}

const composing = (more: Partial<Tracker> = {}) => trackerOf({ board: boardOf({ can_open: true, template: '## 怎样重现\n' }), ...more })

test('a new issue begins with the template, and is sent with the game and a masked log', async () => {
  const tracker = composing({ issue: issueOf(8) })
  const { router, person, title } = await composer(tracker)
  await person.type(title, '打开背包时崩溃')
  await person.selectOptions(screen.getByRole('combobox', { name: '游戏版本' }), '1.21.1')
  const log = new File(['[main/INFO]: Setting user: Steve_01\n--accessToken abcdefgh\n/home/lilei/.minecraft 203.0.113.7'], 'latest.log', {
    type: 'text/plain',
  })
  await person.upload(screen.getByLabelText('日志或崩溃报告'), log)
  expect(await screen.findByText('已隐去 1 处令牌、1 处账号、1 处用户目录名、1 处地址')).toBeTruthy()
  await person.click(screen.getByText('查看将要发送的内容'))
  const sent = screen.getByText(/Setting user:/)
  expect(sent.querySelectorAll('mark')).toHaveLength(4)
  await person.click(screen.getByRole('button', { name: '提交反馈' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`${root}/8`))
  const { body } = tracker.asked.find(({ method }) => method === 'POST') as { body: { title: string; body: string } }
  expect(body.title).toBe('打开背包时崩溃')
  expect(body.body).toContain('- 游戏版本：1.21.1')
  expect(body.body).toContain('## 怎样重现')
  expect(body.body).toContain('<details><summary>latest.log</summary>')
  expect(JSON.stringify(tracker.asked)).not.toMatch(/Steve_01|abcdefgh|lilei|203\.0/)
})

test('a pasted log is folded and masked, a pasted sentence is not', async () => {
  const { person } = await composer(composing())
  const field = await screen.findByRole('textbox', { name: '内容' })
  const paste = (text: string) => fireEvent.paste(field, { clipboardData: { getData: () => text, files: [], types: ['text/plain'] } })
  paste('只是一句话')
  expect(screen.queryByRole('region', { name: '日志或崩溃报告' })).toBeNull()
  paste(`---- Minecraft Crash Report ----\n\tat a.b(C.java:1)\n/home/lilei/x`)
  const taken = await screen.findByRole('region', { name: '日志或崩溃报告' })
  expect(taken.textContent).not.toContain('lilei')
  await person.click(within(taken).getByRole('button', { name: '移除日志' }))
  expect(screen.queryByRole('region', { name: '日志或崩溃报告' })).toBeNull()
})

test('a file that is no text, or too large, is not taken', async () => {
  const { person } = await composer(composing())
  const input = screen.getByLabelText('日志或崩溃报告')
  await person.upload(input, new File([new Uint8Array([31, 139, 8, 0, 0])], 'latest.log', { type: 'text/plain' }))
  expect((await screen.findByText('这不是文本文件。压缩过的日志请先解压。')).getAttribute('role')).toBe('alert')
  const large = new File(['x'], 'latest.log', { type: 'text/plain' })
  Object.defineProperty(large, 'size', { value: 17 * 1024 * 1024 })
  await person.upload(input, large)
  expect(await screen.findByText(/^文件不能超过/)).toBeTruthy()
})

test('the template alone is not sent', async () => {
  const tracker = composing()
  const { person, title } = await composer(tracker)
  await person.type(title, '没有内容')
  await person.click(screen.getByRole('button', { name: '提交反馈' }))
  expect(await screen.findByText('请在模板中填写你的情况后再提交。')).toBeTruthy()
  expect(tracker.asked).toEqual([])
})

test('too fast: what was written stays and the seconds are counted', async () => {
  const tracker = composing()
  tracker.failing = HttpResponse.json({ error: 'rate', description: '反馈过于频繁，请在 9 秒后重试' }, { status: 429 })
  const { person, title } = await composer(tracker)
  await person.type(title, '太快')
  await person.type(await screen.findByRole('textbox', { name: '内容' }), '每次都这样')
  await person.click(screen.getByRole('button', { name: '提交反馈' }))
  expect(await screen.findByText(/^\d 秒后可以再次提交/)).toBeTruthy()
  expect((title as HTMLInputElement).value).toBe('太快')
  expect(screen.getByRole('button', { name: '提交反馈' }).hasAttribute('disabled')).toBe(true)
})

test('a draft is there again when the composer is opened anew, with its masked log only', async () => {
  const first = await composer(composing())
  await first.person.type(first.title, '写了一半')
  await first.person.upload(screen.getByLabelText('日志或崩溃报告'), new File(['/home/lilei/x'], 'latest.log', { type: 'text/plain' }))
  await screen.findByRole('region', { name: '日志或崩溃报告' })
  await waitFor(() => expect(JSON.stringify(Object.entries(localStorage))).toContain('latest.log'))
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('lilei')
  first.unmount()
  const { title } = await composer(composing())
  await waitFor(() => expect((title as HTMLInputElement).value).toBe('写了一半'))
  expect(await screen.findByRole('region', { name: '日志或崩溃报告' })).toBeTruthy()
})

test('members see a closed board with a notice, and the way to its settings', async () => {
  signedIn({ ...user, email_verified: true })
  await open(trackerOf({ board: boardOf({ issues_type: 3, member: true, settings: true }) }))
  expect(await screen.findByText(/^反馈已关闭，只有成员/)).toBeTruthy()
  expect((await rows()).length).toBe(2)
  expect(screen.getByRole('link', { name: '反馈设置' }).getAttribute('href')).toBe('/mod/gears-verdigris/settings/issues')
})
