import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Draft } from '@/features/wiki/api'
import { answer } from '@/testing/answer'
import { user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import { article, draft, preview, readOnlyWiki } from '@/testing/wiki'

const root = '/mod/gears-verdigris'
const former = [{ slug: 'first-steps', page: 'power', title: '动力' }]
let patched: unknown[]
let now: Draft

beforeEach(() => {
  localStorage.clear()
  patched = []
  now = draft
  document.cookie = 'modyard_csrf=token'
  server.use(
    answer('GET', '/v2/user', () => me),
    answer('GET', '/v3/project/{id}/wiki', () => ({
      ...readOnlyWiki,
      standing: { ...readOnlyWiki.standing, may_draft: true, draft, former },
    })),
    answer('GET', '/v3/project/{id}/wiki/drafts/{draft}', () => now),
    answer('GET', '/v3/project/{id}/wiki/drafts/{draft}/pages/{page}', ({ params }) => ({
      page: draft.tree.find(({ id }) => id === params.page) as Draft['tree'][number],
      body: '旧的正文。',
      edition: 'c3',
      published: '旧的正文。',
      save: null,
    })),
    answer('PATCH', '/v3/project/{id}/wiki/drafts/{draft}/pages/{page}', async ({ request, params }) => {
      patched.push([params.page, await request.json()])
      return draft.tree[0] as Draft['tree'][number]
    }),
  )
})

async function opened() {
  await renderRoute(`${root}/wikis/edit?page=start`)
  await screen.findByRole('textbox', { name: '正文' })
  const user = userEvent.setup()
  const pick = (title: RegExp) => user.click(within(screen.getByRole('region', { name: '页面树' })).getByRole('link', { name: title }))
  const slug = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^链接/ })
  return { user, pick, slug }
}

test('changed properties are saved when another page is opened', async () => {
  const { user, pick, slug } = await opened()
  await user.clear(slug())
  await user.type(slug(), 'begin')
  await pick(/^动力/)
  await waitFor(() => expect(patched).toEqual([['start', { slug: 'begin' }]]))
})

test('a page that takes the former address of another one is told so before it is saved', async () => {
  const { user, slug } = await opened()
  await user.clear(slug())
  await user.type(slug(), 'First-Steps')
  expect(await screen.findByText(/^这是「动力」以前的链接/)).toBeTruthy()
  await user.type(slug(), '-2')
  await waitFor(() => expect(screen.queryByText(/以前的链接/)).toBeNull())
})

test('wrong properties stay in the browser until the page is opened again', async () => {
  const { user, pick, slug } = await opened()
  await user.clear(slug())
  await user.type(slug(), 'power')
  await pick(/^动力/)
  expect(await screen.findByText('页面属性没有保存')).toBeTruthy()
  await waitFor(() => expect(slug().value).toBe('power'))
  await pick(/^开始/)
  await screen.findByRole('heading', { name: '开始', level: 2 })
  await waitFor(() => expect(slug().value).toBe('power'))
  expect(patched).toEqual([])
})

test('a submission waits for wrong properties', async () => {
  const { user, slug } = await opened()
  await user.clear(slug())
  await user.type(slug(), 'power')
  await user.click(screen.getByRole('button', { name: '提交草稿审核' }))
  expect(await screen.findByText('已存在相同slug')).toBeTruthy()
  expect(screen.getByRole('textbox', { name: '正文' })).toBeTruthy()
})

test('a draft without edits is not offered for submission', async () => {
  now = { ...draft, pages: 0 }
  await opened()
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: '提交草稿审核' })
  expect([submit.disabled, submit.title]).toEqual([true, '草稿里还没有修改'])
})

test('a draft that was never saved is given up without a word about what is kept', async () => {
  now = { ...draft, pages: 0 }
  const { user } = await opened()
  await user.click(screen.getByRole('button', { name: '放弃草稿' }))
  const dialog = await screen.findByRole('dialog', { name: '放弃草稿？' })
  expect(within(dialog).getByText('你从未保存过内容，放弃不会限制你再次编辑。')).toBeTruthy()
})

test('the pages below are named before a page is removed with them', async () => {
  now = { ...draft, tree: draft.tree.map((page) => (page.id === 'power' ? { ...page, parent: 'start' } : page)) }
  const { user } = await opened()
  await user.click(screen.getByRole('button', { name: '删除页面' }))
  expect(within(await screen.findByRole('dialog')).getByText(/^它的 1 个下级页面会一起删除：动力。/)).toBeTruthy()
})

test('what is published at once is shown', async () => {
  now = { ...draft, publishes: true }
  const state = { id: 'power', title: '动力', slug: 'energy', parent: '', sort_order: 0, featured: false, body: '新的正文。' }
  const part = { page: 'power', title: '动力', digest: 'd', was: null, now: state }
  server.use(
    answer('GET', '/v3/project/{id}/wiki/drafts/{draft}/preview', () => ({ ...preview, groups: { ...preview.groups, bodies: [part] } })),
    answer('POST', '/v3/project/{id}/wiki/drafts/{draft}/submit', () => ({ change: 'c4', status: 'success' as const })),
    answer('GET', '/v3/project/{id}/wiki/pages/{page}', ({ params }) => article(String(params.page), '动力')),
  )
  const user = userEvent.setup()
  const { router } = await renderRoute(`${root}/wikis/preview`)
  await user.type(await screen.findByRole('textbox', { name: /提交原因/ }), '写好了')
  await user.click(within(screen.getByRole('complementary', { name: '提交信息' })).getByRole('button', { name: '发布' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`${root}/wiki/energy`))
})
