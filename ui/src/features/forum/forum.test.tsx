import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readDraft } from '@/lib/drafts'
import { fakeLive } from '@/testing/live'
import { user } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import { ago } from '@/testing/time'
import type { Discussion, Forums } from './api'
import { parseForumSearch } from './search'

const sections: Forums['sections'] = [
  { id: 'chat', title: '矿工茶馆', group: '综合交流', discussions: 41, answers: 90, opens: 'everybody' },
  { id: 'project', title: '资源讨论', group: '综合交流', discussions: 6, answers: 9, opens: 'managers' },
  { id: 'article', title: '专栏', group: '综合交流', discussions: 2, answers: 1, opens: 'everybody' },
  { id: 'notice', title: '公告', group: '论坛事务', discussions: 1, answers: 0, opens: 'admins' },
]

function discussion(id: string, title: string, over: Partial<Discussion> = {}): Discussion {
  return {
    id,
    title,
    category: 'chat',
    section_title: '矿工茶馆',
    created_at: ago(30),
    updated_at: ago(30),
    user_id: 'Usr00002',
    user_name: '老木匠',
    avatar: null,
    organization: null,
    organization_id: null,
    state: 'open',
    pinned: false,
    deleted: false,
    deleted_at: null,
    last_post_time: ago(2),
    last_post_user: { id: 'Usr00003', username: '深井', avatar_url: null },
    last_floor: 12,
    replies: 11,
    project_id: null,
    project: null,
    revision: 0,
    hidden: false,
    reason: null,
    lock_reason: null,
    read_floor: null,
    ...over,
  }
}

let asked: URL[]
let sent: { body: unknown; key: string | null }[]

/** What a list answers. */
const lists = (forums: Discussion[], over: Partial<Forums['pagination']> = {}) =>
  server.use(
    http.get('/v3/forum/:type/lists', ({ request }) => {
      asked.push(new URL(request.url))
      return HttpResponse.json({ forums, sections, pagination: { total: forums.length, page: 1, page_size: 20, next: null, ...over } })
    }),
  )

const signedIn = (over: Partial<typeof user> = {}) => {
  document.cookie = 'modyard_csrf=token; path=/'
  server.use(http.get('/v2/user', () => HttpResponse.json({ ...user, email_verified: true, ...over })))
}

/** What opening a discussion answers. */
const opening = (answer: () => Response) =>
  server.use(
    http.post('/v3/forum', async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get('Idempotency-Key') })
      return answer()
    }),
  )

beforeEach(() => {
  localStorage.clear() // a composer keeps its draft when it leaves the screen, after the test before
  asked = []
  sent = []
})

afterEach(() => {
  document.cookie = 'modyard_csrf=; path=/; max-age=0'
})

/** Opens the composer and fills it. */
async function write(title: string, text: string) {
  const person = userEvent.setup()
  await person.click(await screen.findByRole('button', { name: '发起讨论' }))
  await person.type(await screen.findByRole('textbox', { name: /^标题/ }), title)
  const area = await screen.findByRole('textbox', { name: /内容/ })
  await person.click(area)
  await person.paste(text)
  return person
}

test('a section lists its discussions with their authors, answers and marks', async () => {
  lists([
    discussion('Dis00001', '茶馆的规矩', { pinned: true, state: 'closed', lock_reason: { code: 'other', text: '只供阅读' } }),
    discussion('Dis00002', '第一间房子', { replies: 0, last_floor: 0, last_post_user: null }),
    discussion('Dis00003', '旧帖', { user_id: null, user_name: '', deleted: true, deleted_at: ago(1) }),
  ])
  await renderRoute('/forums/chat')
  expect(await screen.findByRole('heading', { level: 1, name: '矿工茶馆' })).toBeTruthy()
  const rows = within(await screen.findByRole('region', { name: '讨论' })).getAllByRole('listitem')
  const [pinned, plain, gone] = rows.map((row) => within(row))
  expect(pinned?.getByText('置顶')).toBeTruthy()
  expect(pinned?.getByText('已锁定').getAttribute('title')).toBe('已锁定：只供阅读')
  expect(pinned?.getByRole('link', { name: '茶馆的规矩' }).getAttribute('href')).toBe('/d/Dis00001')
  expect(pinned?.getByRole('link', { name: '老木匠' }).getAttribute('href')).toBe(`/user/${encodeURIComponent('老木匠')}`)
  expect(pinned?.getByTitle('11 条回复')).toBeTruthy()
  expect(pinned?.getByText('深井')).toBeTruthy()
  expect(plain?.queryByText('置顶')).toBeNull()
  expect(plain?.getByText('还没有回复')).toBeTruthy()
  expect(gone?.getByText('已注销的用户')).toBeTruthy()
  expect(gone?.getByText('正文已删除')).toBeTruthy()
})

test('the sections stand in their groups with their counts', async () => {
  lists([discussion('Dis00001', '茶馆的规矩')])
  await renderRoute('/forums/chat')
  const nav = within(await screen.findByRole('navigation', { name: '版块' }))
  expect(await nav.findByRole('link', { name: '社区50' })).toBeTruthy()
  expect(nav.getByRole('link', { name: '矿工茶馆41' }).getAttribute('aria-current')).toBe('page')
  expect(nav.getByText('综合交流')).toBeTruthy()
  expect(nav.getByRole('link', { name: '公告1' }).getAttribute('href')).toBe('/forums/notice')
})

test('all sections together say where a discussion belongs', async () => {
  lists([
    discussion('Dis00001', '闲谈'),
    discussion('Dis00002', '齿轮怎么用', {
      category: 'project',
      section_title: '资源讨论',
      project_id: 'Prj00001',
      project: { id: 'Prj00001', slug: 'gears', title: '齿轮与铜绿', url_type: 'mod', icon_url: null },
    }),
  ])
  await renderRoute('/forums/all')
  expect((await screen.findByRole('link', { name: '齿轮怎么用' })).getAttribute('href')).toBe('/mod/gears/forum')
  expect((await screen.findByRole('link', { name: '齿轮与铜绿' })).getAttribute('href')).toBe('/mod/gears')
  const list = within(screen.getByRole('region', { name: '讨论' }))
  expect(list.getByRole('link', { name: '矿工茶馆' }).getAttribute('href')).toBe('/forums/chat')
})

test('what is new since the last visit is counted and leads to its first floor', async () => {
  lists([
    discussion('Dis00001', '读过一半', { read_floor: 9 }),
    discussion('Dis00002', '全读过', { read_floor: 12 }),
    discussion('Dis00003', '没读过'),
  ])
  await renderRoute('/forums/chat')
  const marks = await screen.findAllByRole('link', { name: /条新回复/ })
  expect(marks.map((mark) => [mark.textContent, mark.getAttribute('href')])).toEqual([['3 条新回复', '/d/Dis00001#floor-10']])
})

test('order and page are in the address', async () => {
  lists([discussion('Dis00001', '第一页')], { total: 41 })
  const { router } = await renderRoute('/forums/chat')
  const person = userEvent.setup()
  await person.click(await screen.findByRole('link', { name: '第 3 页' }))
  await waitFor(() => expect(router.state.location.href).toBe('/forums/chat?page=3'))
  await waitFor(() => expect(asked.at(-1)?.search).toBe('?page=3'))
  await person.click(screen.getByRole('link', { name: '最新发起' }))
  await waitFor(() => expect(asked.at(-1)?.search).toBe('?sort=newest'))
})

test('filters are in the address: the unanswered by age, the own of whoever is signed in', async () => {
  signedIn()
  lists([discussion('Dis00001', '没人回答', { replies: 0, last_floor: 0, last_post_user: null })], { total: 41 })
  const { router } = await renderRoute('/forums/chat?sort=newest')
  const person = userEvent.setup()
  const filters = within(await screen.findByRole('navigation', { name: '筛选' }))
  expect(filters.getByRole('link', { name: '全部' }).getAttribute('aria-current')).toBe('page')
  await person.click(filters.getByRole('link', { name: '未回复' }))
  await waitFor(() => expect(asked.at(-1)?.search).toBe('?filter=unanswered'))
  expect(router.state.location.href).toBe('/forums/chat?filter=unanswered')
  expect(screen.queryByRole('navigation', { name: '排序' })).toBeNull()
  expect(screen.getByText('按发起时间，最新的在前')).toBeTruthy()
  expect((await screen.findAllByRole('link', { name: '第 2 页' }))[0]?.getAttribute('href')).toBe('/forums/chat?filter=unanswered&page=2')
  await person.click(await filters.findByRole('link', { name: '我的' }))
  await waitFor(() => expect(asked.at(-1)?.search).toBe('?filter=mine'))
  await person.click(screen.getByRole('link', { name: '最新发起' }))
  await waitFor(() => expect(asked.at(-1)?.search).toBe('?filter=mine&sort=newest'))
})

test('a filter without discussions says so', async () => {
  signedIn()
  lists([])
  await renderRoute('/forums/chat?filter=unanswered')
  expect(await screen.findByText('没有等待回复的讨论')).toBeTruthy()
})

test('whose discussions are meant is not known of a visitor, who is asked to sign in', async () => {
  lists([])
  await renderRoute('/forums/chat?filter=mine')
  expect(await screen.findByText('登录后查看你发起的讨论')).toBeTruthy()
  expect(asked).toEqual([])
})

test('behind the last numbered page a cursor continues', async () => {
  lists([discussion('Dis00001', '很久以前')], { total: 20_000, page: 500, next: 'bmV4dA' })
  await renderRoute('/forums/chat?page=500')
  expect((await screen.findByRole('link', { name: '更早的讨论' })).getAttribute('href')).toBe('/forums/chat?cursor=bmV4dA')
})

test('an address with nonsense is the first page', () => {
  expect(parseForumSearch({ sort: 'votes', page: '-1', cursor: 'a b' })).toEqual({})
  expect(parseForumSearch({ page: '501' })).toEqual({})
  expect(parseForumSearch({ filter: 'watched' })).toEqual({})
  expect(parseForumSearch({ filter: 'unanswered', sort: 'newest' })).toEqual({ filter: 'unanswered' })
  expect(parseForumSearch({ page: '4', cursor: 'abc_-' })).toEqual({ cursor: 'abc_-' })
})

test('an empty section says what to do', async () => {
  signedIn()
  lists([])
  await renderRoute('/forums/chat')
  expect(await screen.findByText('还没有讨论')).toBeTruthy()
  expect(await screen.findByText('发起第一个讨论吧。')).toBeTruthy()
})

test('a list that fails says so and is asked for again', async () => {
  server.use(http.get('/v3/forum/:type/lists', () => HttpResponse.json({ error: 'internal', description: '出错了' }, { status: 500 })))
  await renderRoute('/forums/chat')
  const again = await screen.findByRole('button', { name: '重试' })
  lists([discussion('Dis00001', '又有了')])
  await userEvent.click(again)
  expect(await screen.findByRole('link', { name: '又有了' })).toBeTruthy()
})

test('an unknown section has no page', async () => {
  await renderRoute('/forums/votes')
  expect(await screen.findByText('Page not found: /forums/votes')).toBeTruthy()
})

test('a change of a listed discussion refreshes the list', async () => {
  const live = fakeLive()
  lists([discussion('Dis00001', '旧标题')])
  await renderRoute('/forums/chat')
  await screen.findByRole('link', { name: '旧标题' })
  await waitFor(() => expect(live.streams()).toBe(1))
  lists([discussion('Dis00001', '新标题')])
  live.moved('discussion:Dis00001', 7)
  expect(await screen.findByRole('link', { name: '新标题' })).toBeTruthy()
})

test('a visitor is led to the sign-in page and back', async () => {
  lists([])
  await renderRoute('/forums/article')
  const link = await screen.findByRole('link', { name: '登录后发起讨论' })
  expect(new URL(link.getAttribute('href') ?? '', location.origin).searchParams.get('redirect')).toBe('/forums/article')
  expect(screen.queryByRole('button', { name: '发起讨论' })).toBeNull()
})

test('who may not begin a discussion sees why', async () => {
  signedIn({ email_verified: false })
  lists([])
  const { router } = await renderRoute('/forums/chat')
  expect((await screen.findByRole('link', { name: '去验证邮箱' })).getAttribute('href')).toBe('/settings/account')
  await router.navigate({ to: '/forums/$forum', params: { forum: 'notice' } })
  expect(await screen.findByText('公告由管理员发布。')).toBeTruthy()
  await router.navigate({ to: '/forums/$forum', params: { forum: 'project' } })
  expect(await screen.findByText(/由它的成员在资源页开启/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '发起讨论' })).toBeNull()
})

test('administrators write announcements, and choose the section on the page of all', async () => {
  signedIn({ role: 'admin' })
  lists([])
  const { router } = await renderRoute('/forums/notice')
  expect(await screen.findByRole('button', { name: '发起讨论' })).toBeTruthy()
  await router.navigate({ to: '/forums/$forum', params: { forum: 'all' } })
  opening(() => HttpResponse.json({ discussion: 'DisNew01' }))
  const person = await write('停机维护', '今晚八点。')
  await person.click(within(screen.getByRole('group', { name: '版块' })).getByRole('button', { name: '公告' }))
  await person.click(screen.getByRole('button', { name: '发布讨论' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ forum_type: 'notice', title: '停机维护', content: '今晚八点。' }]))
})

test('a new discussion is opened once and then read', async () => {
  signedIn()
  lists([])
  opening(() => HttpResponse.json({ discussion: 'DisNew01' }))
  const { router } = await renderRoute('/forums/chat')
  const person = await write('  第一间房子 ', '盖在哪里？')
  await person.click(screen.getByRole('button', { name: '发布讨论' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/d/DisNew01'))
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).toEqual({ forum_type: 'chat', title: '第一间房子', content: '盖在哪里？' })
  expect(sent[0]?.key).toBeTruthy()
  expect(readDraft(user.id, 'forum.chat')).toBeUndefined()
})

test('a composer names the field that is missing, and the one that the server refuses', async () => {
  signedIn()
  lists([])
  opening(() => HttpResponse.json({ error: 'invalid_input', description: '标题不能包含链接。', field: 'title' }, { status: 400 }))
  await renderRoute('/forums/chat')
  const person = userEvent.setup()
  await person.click(await screen.findByRole('button', { name: '发起讨论' }))
  await person.click(await screen.findByRole('button', { name: '发布讨论' }))
  expect(await screen.findByText('请填写标题。')).toBeTruthy()
  expect(screen.getByText('请填写内容。')).toBeTruthy()
  expect(sent).toEqual([])
  const title = screen.getByRole('textbox', { name: /^标题/ })
  await person.type(title, 'https://例子')
  await person.click(screen.getByRole('textbox', { name: /内容/ }))
  await person.paste('看这里')
  await person.click(screen.getByRole('button', { name: '发布讨论' }))
  expect(await screen.findByText('标题不能包含链接。')).toBeTruthy()
  expect(title.getAttribute('aria-invalid')).toBe('true')
  expect((title as HTMLInputElement).value).toBe('https://例子')
})

test('whoever writes too often sees how long to wait, and keeps the text', async () => {
  signedIn()
  lists([])
  opening(() => HttpResponse.json({ error: 'ratelimit_error', description: '每天最多发起 10 个讨论，请在 540 秒后重试' }, { status: 429 }))
  await renderRoute('/forums/chat')
  const person = await write('第十一个', '还有一件事')
  await person.click(screen.getByRole('button', { name: '发布讨论' }))
  expect(await screen.findByText('每天最多发起 10 个讨论，请在 540 秒后重试')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^标题/ }).value).toBe('第十一个')
  await waitFor(() => expect(readDraft(user.id, 'forum.chat')?.value).toEqual({ title: '第十一个', content: '还有一件事' }))
  await person.click(screen.getByRole('button', { name: '取消' }))
  await person.click(await screen.findByRole('button', { name: '发起讨论' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^标题/ })).value).toBe('第十一个')
})
