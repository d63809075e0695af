import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { Draft, Wiki } from '@/features/wiki/api'
import { answer } from '@/testing/answer'
import { user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import { article, draft, preview, readOnlyWiki as base } from '@/testing/wiki'

const root = '/mod/gears-verdigris'
let wiki: Wiki

beforeEach(() => {
  localStorage.clear()
  wiki = base
  server.use(
    answer('GET', '/v3/project/{id}/wiki', () => wiki),
    answer('GET', '/v3/project/{id}/wiki/pages/{page}', ({ params }) =>
      params.page === 'start'
        ? article('start', '开始')
        : params.page === 'power' || params.page === 'old'
          ? article('power', '动力')
          : params.page === 'gone'
            ? HttpResponse.json({ error: 'gone', description: '这一页已被移除' }, { status: 410 })
            : HttpResponse.json({ error: 'not_found', description: '页面不存在。' }, { status: 404 }),
    ),
    answer('GET', '/v3/project/{id}/wiki/drafts/{draft}', () => draft),
    answer('GET', '/v3/project/{id}/wiki/drafts/{draft}/pages/{page}', ({ params }) => {
      const page = draft.tree.find(({ id }) => id === params.page)
      if (!page) return HttpResponse.json({ error: 'not_found', description: '' }, { status: 404 })
      return { page, body: '旧的正文。', edition: 'c3', published: '旧的正文。', save: null }
    }),
  )
})

function signedIn(): void {
  document.cookie = 'modyard_csrf=token'
  server.use(answer('GET', '/v2/user', () => me))
}

test('the wiki opens with its home page, its tree and the pages below', async () => {
  await renderRoute(`${root}/wikis`)
  expect(await screen.findByText('开始的正文。')).toBeTruthy()
  const tree = screen.getByRole('navigation', { name: '百科页面' })
  expect(within(tree).getByRole('link', { name: '动力' }).getAttribute('href')).toBe(`${root}/wiki/power`)
  expect(within(tree).getByRole('link', { name: /^开始/ }).getAttribute('aria-current')).toBe('page')
  expect(within(screen.getByRole('navigation', { name: '下级页面' })).getByRole('link', { name: '动力' })).toBeTruthy()
  expect(document.title).toBe('齿轮与铜绿 百科 - Modyard')
})

test('a former address is replaced by the present one', async () => {
  const { router } = await renderRoute(`${root}/wiki/old`)
  expect(await screen.findByText('动力的正文。')).toBeTruthy()
  expect(router.state.location.pathname).toBe(`${root}/wiki/power`)
  expect(document.title).toBe('动力 - 齿轮与铜绿 百科 - Modyard')
})

test.each([
  ['gone', '这一页已被移除'],
  ['none', '百科里没有这一页'],
])('the page %s says: %s', async (page, told) => {
  await renderRoute(`${root}/wiki/${page}`)
  expect(await screen.findByRole('heading', { name: told })).toBeTruthy()
})

test('a wiki without pages says so, and offers the first page to whoever may write it', async () => {
  wiki = { ...base, wikis: [] }
  const { unmount } = await renderRoute(`${root}/wikis`)
  expect(await screen.findByText('百科还没有页面')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '新建页面' })).toBeNull()
  unmount()
  signedIn()
  wiki = { ...wiki, is_editor: true, standing: { ...base.standing, may_draft: true, why: '' } }
  await renderRoute(`${root}/wikis`)
  expect(await screen.findByRole('button', { name: '新建页面' })).toBeTruthy()
})

test('whoever has yet to verify an address is led there', async () => {
  document.cookie = 'modyard_csrf=token'
  server.use(answer('GET', '/v2/user', () => ({ ...me, email_verified: false })))
  wiki = { ...base, standing: { ...base.standing, editing: 'open', why: '请先验证邮箱，再编辑百科。' } }
  await renderRoute(`${root}/wikis`)
  expect((await screen.findByRole('link', { name: '去验证邮箱' })).getAttribute('href')).toBe('/settings/account')
})

test('whoever may not edit reads why', async () => {
  signedIn()
  await renderRoute(`${root}/wikis`)
  expect(await screen.findByText('此百科只允许成员编辑。')).toBeTruthy()
})

test('a typed text is written into the draft before its preview is opened', async () => {
  signedIn()
  wiki = { ...base, standing: { ...base.standing, may_draft: true, draft } }
  let sent: unknown
  const problem = { code: 'invalid_input', field: 'id', description: '没有任何修改', page: '' }
  server.use(
    answer('PATCH', '/v3/project/{id}/wiki/drafts/{draft}/pages/{page}', async ({ request }) => {
      sent = await request.json()
      return { ...draft.tree[0], edits: ['written' as const] } as Draft['tree'][number]
    }),
    answer('GET', '/v3/project/{id}/wiki/drafts/{draft}/preview', () => ({ ...preview, problem })),
  )
  const user = userEvent.setup()
  const { router } = await renderRoute(`${root}/wikis/edit?page=start`)
  const text = await screen.findByRole('textbox', { name: '正文' })
  await user.click(text)
  await user.keyboard('新')
  await user.click(screen.getByRole('button', { name: '提交草稿审核' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`${root}/wikis/preview`))
  expect(sent).toMatchObject({ edition: 'c3' })
  expect(await screen.findByText('草稿与已发布的页面相同，改了之后再提交。')).toBeTruthy()
  expect(screen.getByRole('button', { name: '提交草稿审核' }).getAttribute('title')).toBe('没有任何修改')
})

test('a search marks its words; keys lead to the hits and back, Enter opens the first', async () => {
  server.use(
    answer('GET', '/v3/project/{id}/wiki/search', () => ({
      hits: [
        { id: 'power', slug: 'power', title: '动力', excerpt: '水车给动力。' },
        { id: 'start', slug: 'start', title: '开始', excerpt: '先有动力。' },
      ],
    })),
  )
  const user = userEvent.setup()
  const { router } = await renderRoute(`${root}/wikis`)
  const field = await screen.findByRole('textbox', { name: '搜索百科' })
  await user.type(field, '动力')
  const hits = await screen.findByRole('region', { name: '搜索结果' })
  // Keys lead to what the whole text has found, not to what its beginning had.
  await waitFor(() => expect(hits.querySelectorAll('[data-hit]')).toHaveLength(2))
  expect([...hits.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['动力', '动力', '动力'])
  const [first, second] = within(hits).getAllByRole('link')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(first)
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(document.activeElement).toBe(field)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(`${root}/wiki/power`))
})

test('each tab of the drafts says how many there are', async () => {
  signedIn()
  server.use(
    answer('GET', '/_internal/wiki/drafts', ({ request }) => ({
      drafts: [],
      total: new URL(request.url).searchParams.get('scope') === 'review' ? 7 : 2,
    })),
  )
  await renderRoute('/dashboard/wikis')
  expect(await screen.findByRole('link', { name: /^我的草稿\s*2$/ })).toBeTruthy()
  expect(await screen.findByRole('link', { name: /^待我审核\s*7$/ })).toBeTruthy()
})

test('a name that is not found is refused under its field', async () => {
  signedIn()
  wiki = { ...base, standing: { ...base.standing, may_settle: true } }
  server.use(
    answer('GET', '/v3/project/{id}/wiki/settings', () => ({ editing: 'named' as const, locked: false, editors: [], bans: [] })),
    answer('GET', '/v2/user/{id}', () => HttpResponse.json({ error: 'not_found', description: '没有这个用户。' }, { status: 404 })),
  )
  const user = userEvent.setup()
  await renderRoute(`${root}/settings/wiki`)
  const editors = within(await screen.findByRole('region', { name: '指定的编辑者' }))
  await user.type(editors.getByRole('textbox', { name: '用户名或 ID' }), 'nobody')
  await user.click(editors.getByRole('button', { name: '添加' }))
  expect((await editors.findByRole('alert')).textContent).toBe('没有这个用户。')
  expect(editors.getByRole('textbox', { name: '用户名或 ID' }).getAttribute('aria-invalid')).toBe('true')
})
