import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer } from '@/testing/answer'
import { boardOf, comment, happened, issueHandlers, issueOf, label, trackerOf, type Tracker } from '@/testing/issues'
import { fakeLive } from '@/testing/live'
import { user } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

const root = '/mod/gears-verdigris/issues'
const me = { ...user, email_verified: true }
const all = { comment: true, why: null, edit: true, close: true, reopen: true, manage: true, moderate: false }

function signedIn(person: typeof user = me): void {
  document.cookie = 'modyard_csrf=token; path=/'
  server.use(answer('GET', '/v2/user', () => person))
}

async function open(tracker: Tracker, at = '/1') {
  server.use(...issueHandlers(tracker))
  return renderRoute(root + at)
}

const withComments = (count: number, more: Partial<Tracker> = {}) =>
  trackerOf({
    comments: Array.from({ length: count }, (_, at) => comment(at + 1)),
    ...more,
    issue: issueOf(1, { last_floor: count, comments_count: count, ...more.issue }),
  })

const floorOf = (number: number) => screen.findByRole('article', { name: new RegExp(`^${number} 楼，`) })
const refused = (status: number, description: string) => HttpResponse.json({ error: 'refused', description }, { status })
const sent = (tracker: Tracker) => tracker.asked.map(({ method, path, body }) => [method, path, body])

beforeEach(() => localStorage.clear())
afterEach(() => {
  document.cookie = 'modyard_csrf=; path=/; max-age=0'
})

test('the page has the title, the opening text, numbered comments, and between them what happened', async () => {
  await open(
    withComments(2, {
      events: [
        happened('labelled', 0, { label: label('bug', '错误') }),
        happened('assigned', 1, { assignee: { id: 'Usr00002', username: 'Verdi', avatar_url: null } }),
        happened('closed', 2, { state_reason: 'duplicate', duplicate_of: { id: 'Issue009', number: 9, title: '同一个问题' } }),
        happened('closed', 2, { actor: null, fixed_in: { version_id: 'Ver00001', version_number: '6.0.1', name: null, published: true } }),
      ],
      issue: issueOf(1, { labels: [label('bug', '错误')], author: { id: 'Usr00008', username: '矿工', avatar_url: null } }),
    }),
  )
  expect(await screen.findByRole('heading', { level: 2, name: '第 1 个反馈' })).toBeTruthy()
  expect(screen.getByText('一打开就崩溃。')).toBeTruthy()
  const first = await floorOf(1)
  expect(first.id).toBe('floor-1')
  expect(within(first).getByText('楼主')).toBeTruthy()
  expect(within(first).getByRole('link', { name: '1 楼的链接' }).getAttribute('href')).toBe(`${root}/1#floor-1`)
  const order = [...screen.getByRole('region', { name: '回复与变化' }).children].map((element) => element.textContent ?? '')
  expect(order[0]).toContain('Verdi 添加了标签 错误')
  expect(order[1]).toContain('第 1 条')
  expect(order[2]).toContain('Verdi 认领了此反馈')
  expect(order[4]).toContain('关闭了此反馈：与 #9 重复')
  expect(order[4]).toContain('版本 6.0.1 公开，此反馈自动关闭')
  expect(screen.getByRole('link', { name: '同一个问题' }).getAttribute('href')).toBe(`${root}/9`)
  const form = within(screen.getByRole('region', { name: '发表回复' }))
  expect(form.getByRole('link', { name: '登录' }).getAttribute('href')).toContain(encodeURIComponent(`${root}/1`))
  await waitFor(() => expect(document.title).toBe('第 1 个反馈 - 齿轮与铜绿 - Modyard'))
})

test('the id in place of the number leads to the number', async () => {
  const { router } = await open(trackerOf(), '/Issue001')
  expect(await screen.findByRole('heading', { level: 2, name: '第 1 个反馈' })).toBeTruthy()
  expect(router.state.location.pathname).toBe(`${root}/1`)
})

test.each(['/99', '/Nothing1'])('an issue that does not exist, or is hidden, says so: %s', async (at) => {
  await open(trackerOf(), at)
  expect(await screen.findByText('反馈不存在')).toBeTruthy()
})

test('an address with a floor of another page leads to that page', async () => {
  const { router } = await open(withComments(45), '/1#floor-42')
  await floorOf(42)
  await waitFor(() => expect(router.state.location.href).toBe(`${root}/1?page=3#floor-42`))
  expect(screen.queryByRole('region', { name: '正文' })).toBeNull()
})

test('deleted and hidden comments keep their numbers, and a quote says what it answers', async () => {
  const tracker = withComments(0, { issue: issueOf(1, { last_floor: 4 }) })
  tracker.comments.push(
    comment(1, { deleted: true, body: '', body_html: '', author: null }),
    comment(2, { deleted: true, hidden: true, body: '', body_html: '' }),
    comment(3, { hidden: true, reason: { code: 'spam', text: '广告' } }),
    comment(4, {
      reply_to_id: 'Comm0003',
      reply_content: { floor_number: 3, content: '**原**话', user_name: '矿工', user_avatar: null },
      reply_to_edited: true,
    }),
  )
  tracker.issue = { ...tracker.issue, last_floor: 4 }
  await open(tracker)
  expect((await floorOf(1)).textContent).toContain('此楼已被删除')
  expect((await floorOf(2)).textContent).toContain('此楼已被隐藏')
  expect((await floorOf(3)).textContent).toContain('原因：垃圾内容——广告')
  const fourth = await floorOf(4)
  expect(within(fourth).getByRole('link', { name: '回复 3 楼 矿工' }).getAttribute('href')).toBe(`${root}/1#floor-3`)
  expect(within(fourth).getByText('此楼已被修改')).toBeTruthy()
})

test('a comment quotes another one, is sent once, and is shown at once', async () => {
  signedIn()
  const tracker = withComments(2, { issue: issueOf(1, { can: { ...all, manage: false } }) })
  await open(tracker)
  const person = userEvent.setup()
  await person.click(within(await floorOf(2)).getByRole('button', { name: '回复 2 楼' }))
  const field = await screen.findByRole('textbox', { name: '回复内容' })
  await person.type(field, '我也遇到了')
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, isComposing: true })
  expect(sent(tracker)).toEqual([])
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  expect((await floorOf(3)).textContent).toContain('我也遇到了')
  expect(sent(tracker)).toEqual([['POST', '/v3/issues/Issue001/comments', { body: '我也遇到了', reply_to_id: 'Comm0002' }]])
})

test.each([
  [refused(429, '回复过于频繁，请在 8 秒后重试'), /回复过于频繁/],
  [HttpResponse.error(), /网络|连接|服务器/],
])('a comment that fails keeps its text', async (failing, said) => {
  signedIn()
  const tracker = withComments(1, { issue: issueOf(1, { can: all }), failing })
  await open(tracker)
  const person = userEvent.setup()
  const field = await screen.findByRole('textbox', { name: '回复内容' })
  await person.type(field, '不能丢')
  await person.click(screen.getByRole('button', { name: '发表回复' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(said)
  expect((field as HTMLTextAreaElement).value || field.textContent).toContain('不能丢')
})

async function choose(person: ReturnType<typeof userEvent.setup>, button: string, item: RegExp | string) {
  await person.click(await screen.findByRole('button', { name: button }))
  await person.click(await screen.findByRole('menuitem', { name: item }))
}

test('an issue is closed with a reason, as a repetition of another one, and opened again', async () => {
  signedIn()
  const tracker = withComments(0, { issue: issueOf(1, { can: all }) })
  await open(tracker)
  const person = userEvent.setup()
  await choose(person, '关闭反馈', /^不打算处理/)
  await waitFor(() => expect(tracker.asked).toHaveLength(1))
  await choose(person, '关闭反馈', /^重复/)
  const dialog = within(await screen.findByRole('dialog', { name: '与哪个反馈重复？' }))
  const field = dialog.getByRole('textbox')
  await person.type(field, '1')
  await person.click(dialog.getByRole('button', { name: '关闭反馈' }))
  expect(await dialog.findByText('请填写另一个反馈的编号。')).toBeTruthy()
  await person.clear(field)
  await person.type(field, '404')
  await person.click(dialog.getByRole('button', { name: '关闭反馈' }))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  await person.clear(field)
  await person.type(field, '#9')
  tracker.issue = { ...tracker.issue, state: 'closed', state_reason: 'duplicate' }
  await person.click(dialog.getByRole('button', { name: '关闭反馈' }))
  await person.click(await screen.findByRole('button', { name: '重新打开' }))
  await waitFor(() =>
    expect(sent(tracker)).toEqual([
      ['PATCH', '/v3/issues/Issue001', { state: 'closed', state_reason: 'not_planned' }],
      ['PATCH', '/v3/issues/Issue001', { state: 'closed', state_reason: 'duplicate', duplicate_of: 'Issue009' }],
      ['PATCH', '/v3/issues/Issue001', { state: 'open' }],
    ]),
  )
})

test('closing with a written comment sends the comment first; where that fails nothing is closed', async () => {
  signedIn()
  const tracker = withComments(0, { issue: issueOf(1, { can: all }) })
  tracker.failing = refused(400, '评论过长')
  await open(tracker)
  const person = userEvent.setup()
  await person.type(await screen.findByRole('textbox', { name: '回复内容' }), '修好了')
  await choose(person, '关闭并发表回复', /^已完成/)
  expect((await screen.findByRole('alert')).textContent).toContain('评论过长')
  expect(sent(tracker).map(([method]) => method)).toEqual(['POST'])
  tracker.failing = undefined
  await choose(person, '关闭并发表回复', /^已完成/)
  await waitFor(() =>
    expect(sent(tracker).slice(1)).toEqual([
      ['POST', '/v3/issues/Issue001/comments', { body: '修好了' }],
      ['PATCH', '/v3/issues/Issue001', { state: 'closed', state_reason: 'done' }],
    ]),
  )
})

test('members choose labels, assignees and the version that fixes it, in place', async () => {
  signedIn()
  const verdi = { id: 'Usr00002', username: 'Verdi', avatar_url: null }
  const gone = { id: 'Usr00050', username: '离开的人', avatar_url: null }
  const tracker = withComments(0, {
    board: boardOf({ member: true, assignables: [verdi] }),
    issue: issueOf(1, { can: all, labels: [label('bug', '错误')], assignees: [gone] }),
  })
  await open(tracker)
  const person = userEvent.setup()
  const side = within(await screen.findByRole('complementary', { name: '详情' }))
  await person.click(await side.findByRole('button', { name: '选择标签' }))
  await person.click(await screen.findByRole('checkbox', { name: '改进' }))
  await person.keyboard('{Escape}')
  await person.click(side.getByRole('button', { name: '选择成员' }))
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: '离开的人' })).checked).toBe(true)
  await person.click(screen.getByRole('checkbox', { name: 'Verdi' }))
  await person.keyboard('{Escape}')
  const versions = await side.findByRole<HTMLSelectElement>('combobox', { name: '选择版本' })
  await waitFor(() => expect(versions.options.length).toBeGreaterThan(1))
  const version = versions.options[1]?.value ?? ''
  await person.selectOptions(versions, version)
  await waitFor(() =>
    expect(sent(tracker)).toEqual([
      ['PATCH', '/v3/issues/Issue001', { labels: ['bug', 'idea'] }],
      ['PATCH', '/v3/issues/Issue001', { assignees: ['Usr00050', 'Usr00002'] }],
      ['POST', '/v3/issues/Issue001/fixed', { version_id: version }],
    ]),
  )
})

test('visitors see the details and change nothing', async () => {
  await open(
    withComments(0, { issue: issueOf(1, { fixed_in: { version_id: 'Ver00001', version_number: '6.0.1', name: null, published: false } }) }),
  )
  const side = within(await screen.findByRole('complementary', { name: '详情' }))
  expect(side.getByRole('link', { name: '6.0.1' }).getAttribute('href')).toBe('/mod/gears-verdigris/version/Ver00001')
  expect(side.getByText('公开后会自动关闭此反馈')).toBeTruthy()
  expect(side.queryByRole('button')).toBeNull()
  expect(side.queryByRole('combobox')).toBeNull()
  expect(screen.queryByRole('button', { name: '关闭反馈' })).toBeNull()
})

test('members lock, pin and hide with a reason; an author deletes a comment after a confirmation', async () => {
  signedIn()
  const tracker = withComments(0, { issue: issueOf(1, { can: all }) })
  tracker.comments.push(comment(1), comment(2, { author: { id: me.id, username: me.username, avatar_url: null } }))
  tracker.issue = { ...tracker.issue, last_floor: 2 }
  await open(tracker)
  const person = userEvent.setup()
  await choose(person, '此反馈的更多操作', '锁定')
  await waitFor(() => expect(tracker.asked).toHaveLength(1))
  await choose(person, '此反馈的更多操作', '置顶')
  await waitFor(() => expect(tracker.asked).toHaveLength(2))
  await choose(person, '2 楼的更多操作', '删除')
  await person.click(within(await screen.findByRole('dialog', { name: '删除 2 楼？' })).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(tracker.asked).toHaveLength(3))
  await choose(person, '1 楼的更多操作', '隐藏')
  await waitFor(() =>
    expect(sent(tracker).map(([method, path]) => `${String(method)} ${String(path)}`)).toEqual([
      'POST /v3/issues/Issue001/lock',
      'POST /v3/issues/Issue001/pin',
      'DELETE /v3/issues/comments/Comm0002',
      'POST /v3/issues/comments/Comm0001/hide',
    ]),
  )
})

test('an edit of a text that was changed elsewhere shows both, and is saved over the newest one', async () => {
  signedIn()
  const tracker = withComments(0, { issue: issueOf(1, { can: all }) })
  tracker.comments.push(
    comment(1, { author: { id: me.id, username: me.username, avatar_url: null }, body: '原来的话', body_html: '<p>原来的话</p>' }),
  )
  tracker.issue = { ...tracker.issue, last_floor: 1 }
  tracker.failing = refused(409, '内容已被修改，请核对最新内容后再提交。')
  await open(tracker)
  const person = userEvent.setup()
  await choose(person, '1 楼的更多操作', '编辑')
  const floor = within(await floorOf(1))
  await person.type(await floor.findByRole('textbox', { name: '内容' }), '，补充')
  await person.click(floor.getByRole('button', { name: '保存修改' }))
  expect(await floor.findByText('内容已在别处被修改')).toBeTruthy()
  tracker.failing = undefined
  await person.click(floor.getByRole('button', { name: '以我的内容保存' }))
  await waitFor(() => expect(floor.queryByRole('textbox', { name: '内容' })).toBeNull())
  expect(tracker.asked.map(({ body }) => (body as { revision: number }).revision)).toEqual([0, 1])
})

test('the states of an issue are said: locked, hidden with a reason, refused', async () => {
  signedIn()
  await open(
    withComments(0, {
      issue: issueOf(1, {
        locked: true,
        hidden: true,
        reason: { code: 'spam', text: '' },
        can: { ...all, comment: false, why: '该反馈已锁定。', edit: false, close: false, reopen: false, manage: false },
      }),
    }),
  )
  expect(await screen.findByText('该反馈已被隐藏，只有作者、资源成员与管理人员能看到。')).toBeTruthy()
  expect(screen.getByText('原因：垃圾内容')).toBeTruthy()
  expect(screen.getByText('该反馈已锁定，只有成员与管理人员可以回复。')).toBeTruthy()
  expect(screen.getByText('该反馈已锁定。')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: '回复内容' })).toBeNull()
})

test('comments that come are offered, announced once, and loaded when asked for; the focus stays', async () => {
  const live = fakeLive()
  const tracker = withComments(2)
  await open(tracker)
  await floorOf(2)
  await waitFor(() => expect(live.streams()).toBe(1))
  const before = document.activeElement
  tracker.comments.push(comment(3))
  tracker.issue = { ...tracker.issue, last_floor: 3 }
  act(() => live.moved('issue:Issue001', 9))
  const button = await screen.findByRole('button', { name: '1 条新回复' })
  expect(document.activeElement).toBe(before)
  expect(screen.queryByRole('article', { name: /^3 楼/ })).toBeNull()
  await userEvent.setup().click(button)
  const third = await floorOf(3)
  await waitFor(() => expect(document.activeElement).toBe(third))
})
