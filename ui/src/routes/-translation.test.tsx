import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { TranslationLink, TranslationPage } from '@/features/translation/api'
import { user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

const page = '/moderation/translations'
const api = '/_internal/moderation/translations'
const project = { id: 'PackProj', slug: 'pack', title: '齿轮汉化', icon_url: null, url_type: 'language' as const }
const link: TranslationLink = {
  joining_version_id: 'PackVer1',
  target_version_id: 'ModVers1',
  target_version_number: '2.0.0',
  link_type: 'translation',
  language_code: 'zh_CN',
  description: '<b>全部</b>文字',
  approval_status: 'pending',
  thread_id: 'Thread01',
  project_id: project.id,
  project_title: project.title,
  project_slug: project.slug,
  project_icon: null,
  version_number: '1.0.0',
  submitter_id: 'User0001',
  submitter_username: 'ferryman',
  submitter_avatar: null,
  date_published: '2026-05-01T00:00:00Z',
  project,
  target: { id: 'ModProjt', slug: 'gears', title: '齿轮与铜绿', icon_url: null, url_type: 'mod' },
  asked: '2026-05-02T00:00:00Z',
  decided: null,
  decided_by: null,
  decided_role: '',
  automatic: false,
  reason: null,
  may_decide: true,
  may_ask: false,
}

const of = (...links: TranslationLink[]): TranslationPage => ({
  links,
  total: links.length,
  counts: { pending: links.length, approved: 3, rejected: 0, revoked: 0 },
})

beforeEach(() => {
  document.cookie = 'modyard_csrf=x; path=/'
  server.use(http.get('/v2/user', () => HttpResponse.json({ ...me, role: 'moderator' })))
})

test('only the staff reads the links of the whole site', async () => {
  server.use(http.get('/v2/user', () => HttpResponse.json(me)))
  await renderRoute(page)
  await screen.findByText('只有管理人员可以审核全站的汉化。')
})

test('an empty list says what will be there, and each status has its number', async () => {
  server.use(http.get(api, () => HttpResponse.json(of())))
  await renderRoute(page)
  await screen.findByText('没有待审核的汉化')
  expect(screen.getByRole('link', { name: /已通过/ }).textContent).toContain('3')
})

test('the order is chosen, stands in the address and stays with another status, and the list begins anew', async () => {
  const asked: string[] = []
  server.use(
    http.get(api, ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(of(link))
    }),
  )
  const { router } = await renderRoute(`${page}?page=2`)
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: '排序' }), '最新申请')
  await waitFor(() => expect(asked.at(-1)).toBe('?status=pending&limit=20&offset=0&sort=newest'))
  expect(router.state.location.search).toEqual({ sort: 'newest' })
  await userEvent.click(screen.getByRole('link', { name: /已通过/ }))
  await waitFor(() => expect(asked.at(-1)).toBe('?status=approved&limit=20&offset=0&sort=newest'))
})

test('a list that cannot be read is asked for again', async () => {
  let broken = true
  server.use(
    http.get(api, () =>
      broken ? HttpResponse.json({ error: 'internal', description: '出错了' }, { status: 500 }) : HttpResponse.json(of(link)),
    ),
  )
  await renderRoute(page)
  const retry = await screen.findByRole('button', { name: '重试' })
  broken = false
  await userEvent.click(retry)
  await screen.findByText('<b>全部</b>文字')
})

test('the staff rejects with a reason', async () => {
  let sent: unknown
  server.use(
    http.get(api, () => HttpResponse.json(sent ? of() : of(link))),
    http.post('/v3/version/PackVer1/link/ModVers1/reject', async ({ request }) => {
      sent = await request.json()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await renderRoute(page)
  await userEvent.click(await screen.findByRole('button', { name: '拒绝' }))
  const dialog = await screen.findByRole('dialog', { name: '拒绝汉化' })
  await userEvent.click(within(dialog).getByRole('button', { name: '拒绝' }))
  await within(dialog).findByText('请选择原因。')
  await userEvent.selectOptions(within(dialog).getByRole('combobox'), 'incomplete')
  await userEvent.type(within(dialog).getByRole('textbox'), '缺一章')
  await userEvent.click(within(dialog).getByRole('button', { name: '拒绝' }))
  await screen.findByText('没有待审核的汉化')
  expect(sent).toEqual({ reason: { code: 'incomplete', text: '缺一章' } })
})

test('a pack that is not public is not accepted, and what somebody else decided is told', async () => {
  let shown = of({ ...link, project: null, version_number: '' })
  server.use(
    http.get(api, () => HttpResponse.json(shown)),
    http.post('/v3/version/PackVer1/link/ModVers1/approve', () =>
      HttpResponse.json({ error: 'conflict', description: '该汉化已被拒绝。' }, { status: 409 }),
    ),
  )
  await renderRoute(page)
  await screen.findByText('尚未公开的汉化资源')
  expect(screen.getByRole('button', { name: '通过' }).hasAttribute('disabled')).toBe(true)
  cleanup()
  shown = of(link)
  await renderRoute(page)
  const approve = await screen.findByRole('button', { name: '通过' })
  await waitFor(() => expect(approve.hasAttribute('disabled')).toBe(false))
  await userEvent.click(approve)
  await userEvent.click(within(await screen.findByRole('dialog', { name: '通过汉化' })).getByRole('button', { name: '通过' }))
  await screen.findByText('该汉化已被拒绝。')
})
