import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Draft } from '@/features/wiki/api'
import { answer } from '@/testing/answer'
import { user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import { draft, readOnlyWiki } from '@/testing/wiki'

const root = '/mod/gears-verdigris'
let patched: unknown[]

beforeEach(() => {
  localStorage.clear()
  patched = []
  document.cookie = 'modyard_csrf=token'
  server.use(
    answer('GET', '/v2/user', () => me),
    answer('GET', '/v3/project/{id}/wiki', () => ({ ...readOnlyWiki, standing: { ...readOnlyWiki.standing, may_draft: true, draft } })),
    answer('GET', '/v3/project/{id}/wiki/drafts/{draft}', () => draft),
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
