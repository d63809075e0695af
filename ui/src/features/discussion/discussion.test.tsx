import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { post, talkHandlers, talkOf, type Talk } from '@/testing/discussion'
import { fakeLive } from '@/testing/live'
import { user } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

const me = { ...user, email_verified: true }

function signedIn(role: typeof user.role = 'developer') {
  document.cookie = 'modyard_csrf=1; path=/'
  server.use(http.get('/v2/user', () => HttpResponse.json({ ...me, role })))
}

async function open(talk: Talk, at = '') {
  server.use(...talkHandlers(talk))
  return renderRoute(`/d/${talk.discussion.id}${at}`)
}

const floorOf = (number: number) => screen.findByRole('article', { name: new RegExp(`^${number} 楼，`) })
const refused = (status: number, description: string, error = 'refused') => HttpResponse.json({ error, description }, { status })

afterEach(() => {
  document.cookie = 'modyard_csrf=; path=/; max-age=0'
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('floors have anchors, the starter is marked, and a deleted or hidden floor keeps its number', async () => {
  await open(
    talkOf({}, [
      post(1, { user_id: 'Usr00009', user_name: '茶客' }),
      post(2, { deleted: true, content: '', content_html: '', user_id: null, user_name: '' }),
      post(3, { deleted: true, hidden: true, content: '', content_html: '' }),
      post(4, { hidden: true, reason: { code: 'spam', text: '广告' } }),
    ]),
  )
  const first = await floorOf(1)
  expect(first.id).toBe('floor-1')
  expect(within(first).getByText('楼主')).toBeTruthy()
  expect(within(first).getByRole('link', { name: '1 楼的链接' }).getAttribute('href')).toBe('/d/Disc0001#floor-1')
  expect((await floorOf(2)).textContent).toContain('此楼已被删除')
  expect((await floorOf(3)).textContent).toContain('此楼已被隐藏')
  expect((await floorOf(4)).textContent).toContain('原因：垃圾内容——广告')
  expect(screen.getByRole('link', { name: '登录' }).getAttribute('href')).toContain(encodeURIComponent('/d/Disc0001'))
  await waitFor(() => expect(document.title).toContain('熔炉不点火怎么办 - 矿工茶馆 - '))
})

test('an address with a floor of another page leads to that page', async () => {
  const posts = Array.from({ length: 45 }, (_, at) => post(at + 1))
  const { router } = await open(talkOf({}, posts), '#floor-42')
  await floorOf(42)
  await waitFor(() => expect(router.state.location.href).toBe('/d/Disc0001?page=3#floor-42'))
  expect(screen.queryByRole('article', { name: '正文' })).toBeNull()
  expect(screen.getAllByRole('link', { name: '第 2 页' })[0]?.getAttribute('href')).toBe('/d/Disc0001?page=2')
})

test('a quote says what it answers, that this was changed, or that it is gone', async () => {
  const quote = { floor_number: 1, content: '**原**话', user_name: '矿工', user_avatar: null }
  await open(
    talkOf({}, [
      post(1, { replies: [{ post_id: 'Post0002', floor_number: 2, content: '答', user_name: '矿工', user_avatar: null, deleted: false }] }),
      post(2, { replied_to: 'Post0001', reply_content: quote, reply_to_edited: true }),
      post(3, { replied_to: 'Post0009', reply_to_deleted: true }),
    ]),
  )
  const second = await floorOf(2)
  expect(within(second).getByRole('link', { name: '回复 1 楼 矿工' }).getAttribute('href')).toBe('/d/Disc0001#floor-1')
  expect(second.textContent).toContain('原话')
  expect(within(second).getByText('此楼已被修改')).toBeTruthy()
  expect((await floorOf(3)).textContent).toContain('所回复的楼层已被删除')
  expect(
    within(await floorOf(1))
      .getByRole('link', { name: '2 楼 矿工' })
      .getAttribute('title'),
  ).toBe('答')
})

test('an answer quotes a floor, is sent once, and is shown at once', async () => {
  signedIn()
  const talk = talkOf()
  await open(talk)
  const user = userEvent.setup()
  await user.click(within(await floorOf(2)).getByRole('button', { name: '回复 2 楼' }))
  expect(screen.getByText(/^回复 2 楼 矿工：第 2 个回答/)).toBeTruthy()
  const field = await screen.findByRole('textbox', { name: '回复内容' })
  await user.type(field, '换个燃料')
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, isComposing: true })
  expect(talk.asked.filter(({ method }) => method === 'POST')).toEqual([])
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  const mine = await floorOf(4)
  expect(mine.textContent).toContain('换个燃料')
  expect(talk.asked.filter(({ method }) => method === 'POST')).toEqual([
    { method: 'POST', path: '/v3/forum/Disc0001/post', body: { content: '换个燃料', replied_to: 'Post0002' } },
  ])
  expect(screen.queryByRole('button', { name: /条新回复/ })).toBeNull()
})

test.each([
  ['too fast', refused(429, '回复过于频繁，请在 8 秒后重试'), /^\d 秒后可以再次发表/, '回复过于频繁'],
  [
    'writing is closed',
    refused(400, '内容多次未通过检查，请在 9 分 57 秒后再试。', 'risk_limit'),
    /^59\d 秒后可以再次发表/,
    '内容多次未通过检查',
  ],
])('%s: the text stays and the button says how long to wait', async (_, failing, wait, says) => {
  signedIn()
  const talk = talkOf()
  talk.failing = failing
  await open(talk)
  const user = userEvent.setup()
  const field = await screen.findByRole('textbox', { name: '回复内容' })
  await user.type(field, '快')
  await user.click(screen.getByRole('button', { name: '发表回复' }))
  expect(await screen.findByText(wait)).toBeTruthy()
  expect(screen.getByRole('button', { name: '发表回复' }).hasAttribute('disabled')).toBe(true)
  expect(screen.getByRole('alert').textContent).toContain(says)
  expect((screen.getByRole('textbox', { name: '回复内容' }) as HTMLTextAreaElement).value || field.textContent).toContain('快')
})

test('what is wrong with a text is said below it, where it is written and where it is edited', async () => {
  signedIn()
  const says = '内容中含有不能发布的词语「代练」，请修改后再发布。'
  const talk = talkOf({}, [post(1, { user_id: me.id, user_name: me.username, content: '原来的话', content_html: '<p>原来的话</p>' })])
  const refuses = () => HttpResponse.json({ error: 'invalid_input', description: says, field: 'content' }, { status: 400 })
  talk.failing = refuses()
  await open(talk)
  const user = userEvent.setup()
  const field = await screen.findByRole('textbox', { name: '回复内容' })
  await user.type(field, '找代练')
  await user.click(screen.getByRole('button', { name: '发表回复' }))
  expect((await screen.findByText(says)).getAttribute('role')).toBe('alert')
  expect(screen.getByRole('textbox', { name: '回复内容' }).getAttribute('aria-invalid')).toBe('true')
  expect((screen.getByRole('textbox', { name: '回复内容' }) as HTMLTextAreaElement).value || field.textContent).toContain('找代练')
  talk.failing = refuses()
  const floor = await floorOf(1)
  await user.click(await within(floor).findByRole('button', { name: '1 楼的更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '编辑' }))
  await user.type(await within(floor).findByRole('textbox', { name: '内容' }), '代练')
  await user.click(within(floor).getByRole('button', { name: '保存修改' }))
  expect((await within(floor).findByText(says)).getAttribute('role')).toBe('alert')
})

test('an edit of a text that was changed elsewhere shows both, and is saved over the newest one', async () => {
  signedIn()
  const talk = talkOf({}, [post(1, { user_id: me.id, user_name: me.username, content: '原来的话', content_html: '<p>原来的话</p>' })])
  talk.failing = refused(409, '内容已被修改，请核对最新内容后再提交。')
  await open(talk)
  const user = userEvent.setup()
  const floor = await floorOf(1)
  await user.click(await within(floor).findByRole('button', { name: '1 楼的更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '编辑' }))
  await user.type(await within(floor).findByRole('textbox', { name: '内容' }), '，补充')
  await user.click(within(floor).getByRole('button', { name: '保存修改' }))
  expect(await within(floor).findByText('内容已在别处被修改')).toBeTruthy()
  expect(within(floor).getByRole('table').textContent).toContain('别处')
  expect(within(floor).getByRole('table').textContent).toContain('补充')
  talk.failing = undefined
  await user.click(within(floor).getByRole('button', { name: '以我的内容保存' }))
  await waitFor(() => expect(within(floor).queryByRole('textbox', { name: '内容' })).toBeNull())
  const sent = talk.asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body as { revision: number; content: string })
  expect(sent.map(({ revision }) => revision)).toEqual([0, 1])
  expect(sent[1]?.content).toContain('补充')
})

test('who may not answer is told why', async () => {
  signedIn()
  await open(
    talkOf({
      state: 'closed',
      lock_reason: { code: 'rules', text: '' },
      can: { answer: false, why: '该讨论已锁定，只有管理人员可以回复。', edit: false, delete: false, moderate: false, hide_posts: false },
    }),
  )
  expect(await screen.findByText('该讨论已锁定，只有管理人员可以回复。')).toBeTruthy()
  expect(screen.getByText('原因：违反其他规则')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: '回复内容' })).toBeNull()
  expect(within(await floorOf(1)).queryByRole('button', { name: '回复 1 楼' })).toBeNull()
})

test('the staff hides a floor and locks a discussion; an author deletes after a confirmation', async () => {
  signedIn('moderator')
  const talk = talkOf({ can: { answer: true, why: null, edit: false, delete: true, moderate: true, hide_posts: true } }, [
    post(1),
    post(2, { user_id: me.id, user_name: me.username }),
  ])
  await open(talk)
  const user = userEvent.setup()
  const choose = async (menu: string, item: string) => {
    await user.click(await screen.findByRole('button', { name: menu }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  await choose('1 楼的更多操作', '隐藏')
  await choose('更多操作', '锁定')
  await screen.findByRole('button', { name: '2 楼的更多操作' })
  await choose('2 楼的更多操作', '删除')
  await user.click(within(await screen.findByRole('dialog', { name: '删除 2 楼？' })).getByRole('button', { name: '删除' }))
  await waitFor(() =>
    expect(talk.asked.filter(({ method }) => method !== 'PUT').map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v3/forum/posts/Post0001/hide',
      'POST /v3/forum/Disc0001/lock',
      'DELETE /v3/forum/posts/Post0002',
    ]),
  )
})

test('a member of the project hides an answer on its board, and shows what the team has hidden', async () => {
  signedIn()
  const talk = talkOf({ can: { answer: true, why: null, edit: false, delete: false, moderate: false, hide_posts: true } }, [
    post(1),
    post(2, { hidden: true, hidden_by: 'team' }),
    post(3, { hidden: true, hidden_by: 'staff' }),
  ])
  await open(talk)
  const user = userEvent.setup()
  const items = async (floor: number) => {
    await user.click(await screen.findByRole('button', { name: `${floor} 楼的更多操作` }))
    return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
  }
  expect(await items(3)).toEqual(['复制链接', '举报', '禁言…'])
  await user.keyboard('{Escape}')
  expect(await items(2)).toEqual(['复制链接', '举报', '恢复', '禁言…'])
  await user.click(screen.getByRole('menuitem', { name: '恢复' }))
  expect(await items(1)).toEqual(['复制链接', '举报', '隐藏', '禁言…'])
  await user.click(screen.getByRole('menuitem', { name: '隐藏' }))
  await waitFor(() =>
    expect(talk.asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/v3/forum/posts/Post0002/restore',
      '/v3/forum/posts/Post0001/hide',
    ]),
  )
})

test('a text of somebody else is reported: visitors sign in first', async () => {
  await open(talkOf({}, [post(1)]))
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '1 楼的更多操作' }))
  const visitor = (await screen.findByRole('menuitem', { name: '举报' })).getAttribute('href') ?? ''
  const link = '/report?itemType=post&itemId=Post0001'
  expect(new URL(visitor, location.origin).searchParams.get('redirect')).toBe(link)
})

test('own texts cannot be reported, others lead to the form with the text', async () => {
  signedIn()
  await open(talkOf({ user_id: me.id, user_name: me.username }, [post(1), post(2, { user_id: me.id, user_name: me.username })]))
  const user = userEvent.setup()
  const reported = async (menu: string) => {
    await user.click(await screen.findByRole('button', { name: menu }))
    await screen.findByRole('menuitem', { name: '复制链接' })
    const link = screen.queryByRole('menuitem', { name: '举报' })?.getAttribute('href')
    await user.keyboard('{Escape}')
    return link
  }
  await waitFor(() => expect(screen.getByRole('button', { name: '发表回复' })).toBeTruthy())
  expect(await reported('更多操作')).toBeUndefined()
  expect(await reported('2 楼的更多操作')).toBeUndefined()
  expect(await reported('1 楼的更多操作')).toBe('/report?itemType=post&itemId=Post0001')
})

test('answers that come are offered, announced once, and loaded when asked for; the focus stays', async () => {
  const live = fakeLive()
  const talk = talkOf()
  await open(talk)
  await floorOf(3)
  await waitFor(() => expect(live.streams()).toBe(1))
  const before = document.activeElement
  talk.posts.push(post(4), post(5))
  talk.discussion = { ...talk.discussion, last_floor: 5 }
  act(() => live.moved('discussion:Disc0001', 9))
  const button = await screen.findByRole('button', { name: '2 条新回复' })
  expect(document.activeElement).toBe(before)
  expect(screen.queryByRole('article', { name: /^4 楼/ })).toBeNull()
  expect(screen.getByText('有新回复，可在回复列表末尾载入。').getAttribute('role')).toBe('status')
  await userEvent.setup().click(button)
  const first = await floorOf(4)
  await floorOf(5)
  await waitFor(() => expect(document.activeElement).toBe(first))
  expect(screen.queryByRole('button', { name: /条新回复/ })).toBeNull()
})

/** Everything that is watched is on the screen at once. */
class Shown {
  readonly #tell: (entries: { isIntersecting: boolean; target: Element }[]) => void
  constructor(tell: (entries: { isIntersecting: boolean; target: Element }[]) => void) {
    this.#tell = tell
  }
  observe(target: Element) {
    this.#tell([{ isIntersecting: true, target }])
  }
  unobserve() {
    return undefined
  }
  disconnect() {
    return undefined
  }
}

test('what was seen is stored once, and a line stands above what is new', async () => {
  vi.stubGlobal('IntersectionObserver', Shown)
  signedIn()
  const talk = talkOf({ read_floor: 1 })
  await open(talk)
  const line = await screen.findByRole('separator', { name: '以下是新回复' })
  expect(line.nextElementSibling?.id).toBe('floor-2')
  expect(screen.getByRole('link', { name: '第一条未读' }).getAttribute('href')).toBe('/d/Disc0001#floor-2')
  await waitFor(() => expect(talk.asked).toEqual([{ method: 'PUT', path: '/v3/forum/Disc0001/read', body: { floor: 3 } }]))
})

test('leaving the page stores what was seen last; visitors store nothing', async () => {
  vi.stubGlobal('IntersectionObserver', Shown)
  const talk = talkOf({ read_floor: null })
  const { unmount } = await open(talk)
  await floorOf(3)
  window.dispatchEvent(new Event('pagehide'))
  unmount()
  expect(talk.asked).toEqual([])
})

test('a discussion that does not exist, or was deleted, says so', async () => {
  server.use(
    http.get('/v3/forum/:id', () => refused(410, '该讨论已被删除')),
    http.get('/v3/forum/:id/posts', () => refused(410, '该讨论已被删除')),
  )
  const { unmount } = await renderRoute('/d/Disc0001')
  expect(await screen.findByText('该讨论已被删除')).toBeTruthy()
  unmount()
  server.use(
    http.get('/v3/forum/:id', () => refused(404, '')),
    http.get('/v3/forum/:id/posts', () => refused(404, '')),
  )
  await renderRoute('/d/Disc0001')
  expect(await screen.findByText('讨论不存在')).toBeTruthy()
})
