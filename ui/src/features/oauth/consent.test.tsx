import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { consentText as t } from '@/lib/i18n/zh-Hans/consent'
import { consent } from '@/testing/oauth'
import { fakeLive } from '@/testing/live'
import { user } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import { ago } from '@/testing/time'

const left = vi.hoisted(() => vi.fn())
vi.mock('./leave', () => ({ leaveTo: left })) // jsdom goes nowhere

const asked =
  '/auth/authorize?client_id=App00001&redirect_uri=https%3A%2F%2Fsync.example.org%2Fcb&scope=PROJECT_READ+VERSION_DELETE&state=a%2Fb'
const goal = 'https://sync.example.org/cb?code=abc&state=a%2Fb&iss=https%3A%2F%2Fsite.example'

let request: Partial<typeof consent> | { redirect: string }
let sent: { path: string; body: unknown }[]
let reads: string[]
let decided: () => Response

beforeEach(() => {
  document.cookie = 'modyard_csrf=t; path=/'
  fakeLive()
  left.mockClear()
  request = consent
  sent = []
  reads = []
  decided = () => HttpResponse.json({ redirect: goal })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(readonly seen: (entries: { intersectionRatio: number; isIntersecting: boolean }[]) => void) {}
      observe() {
        this.seen([{ intersectionRatio: 1, isIntersecting: true }])
      }
      unobserve() {
        return undefined
      }
      disconnect() {
        return undefined
      }
    },
  )
  const keep = async ({ request: command }: { request: Request }) => {
    sent.push({ path: new URL(command.url).pathname, body: await command.json() })
    return decided()
  }
  server.use(
    http.get('/v2/user', () => HttpResponse.json(user)),
    http.get('/_internal/oauth/authorize', ({ request: { url } }) => {
      reads.push(new URL(url).search)
      return HttpResponse.json(request)
    }),
    http.post('/v3/oauth/accept', keep),
    http.post('/v3/oauth/reject', keep),
  )
})

const buttons = async () => {
  const group = await screen.findByRole('group', { name: t.title })
  const of = (name: string) => within(group).getByRole('button', { name })
  return {
    accept: of(t.accept),
    reject: of(t.reject),
    armed: () => waitFor(() => expect(of(t.accept).hasAttribute('aria-disabled')).toBe(false)),
  }
}

test('a request is read once, as it came, and says who asks for what and where the answer goes', async () => {
  await renderRoute(asked)
  const heading = await screen.findByRole('heading', { level: 1, name: '允许「方块同步器」使用你的账户？' })
  const card = heading.closest('article') as HTMLElement
  expect(within(card).getByRole('link', { name: '阿澄' }).getAttribute('href')).toBe('/user/%E9%98%BF%E6%BE%84')
  expect(
    within(card)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['版本（请留意）可以删除版本、上传版本。', '资源可以查看资源。'])
  expect(within(card).getByText('sync.example.org')).toBeTruthy()
  expect(within(card).getByText('https://sync.example.org/cb')).toBeTruthy()
  expect(within(card).getByText(user.username)).toBeTruthy()
  expect(screen.queryByText(t.careful)).toBeNull()
  expect(reads).toEqual([
    '?client_id=App00001&redirect_uri=https%3A%2F%2Fsync.example.org%2Fcb&scope=PROJECT_READ+VERSION_DELETE&state=a%2Fb',
  ])
  await waitFor(() => expect(document.querySelector('meta[name="referrer"]')?.getAttribute('content')).toBe('no-referrer'))
})

test('a parameter that stands twice reaches the server twice', async () => {
  await renderRoute('/auth/authorize?client_id=a&client_id=b')
  await screen.findByRole('heading', { level: 1, name: /方块同步器/ })
  expect(reads).toEqual(['?client_id=a&client_id=b'])
})

test.each([
  ['young', { created: ago(24), users: 500, verified: false }, true, false],
  ['verified', { created: ago(24), users: 0, verified: true }, false, true],
])('an application that is %s is shown as that', async (_what, facts, careful, verified) => {
  request = { ...consent, app: { ...consent.app, ...facts } }
  await renderRoute(asked)
  await screen.findByRole('heading', { level: 1, name: /方块同步器/ })
  expect([screen.queryByText(t.careful) !== null, screen.queryByText(t.verified) !== null]).toEqual([careful, verified])
})

test('what an application wants beside what it has is marked', async () => {
  request = { ...consent, granted_scopes: 2 ** 11 }
  await renderRoute(asked)
  expect(await screen.findByRole('heading', { level: 1, name: '「方块同步器」想要更多权限' })).toBeTruthy()
  expect(screen.getAllByText(t.fresh)).toHaveLength(2)
})

test('an application that got another owner says so', async () => {
  request = { ...consent, handed_over: true }
  await renderRoute(asked)
  await screen.findByRole('heading', { level: 1, name: /方块同步器/ })
  expect(screen.getByText(t.handedOver)).toBeTruthy()
  expect(screen.getByText(t.handedOverText(consent.app.creator.username))).toBeTruthy()
})

test('the buttons do nothing until they were seen for a moment, and two presses are one decision', async () => {
  const person = userEvent.setup()
  await renderRoute(asked)
  const { accept, armed } = await buttons()
  expect(accept.getAttribute('aria-disabled')).toBe('true')
  act(() => accept.click())
  expect(sent).toEqual([])
  await armed()
  await person.dblClick(accept)
  expect(await screen.findByRole('heading', { level: 1, name: '已前往 sync.example.org' })).toBeTruthy()
  expect(sent).toEqual([{ path: '/v3/oauth/accept', body: { flow: 'mrf_flow' } }])
  expect(left.mock.calls).toEqual([[{ address: goal, by: 'accept' }]])
  expect(screen.getByRole('link', { name: '打开 sync.example.org' }).getAttribute('href')).toBe(goal)
  expect(reads).toHaveLength(1)
})

test('a refused request goes back too, and nothing is given', async () => {
  const person = userEvent.setup()
  decided = () => HttpResponse.json({ redirect: 'com.example.app:/cb?error=access_denied' })
  await renderRoute(asked)
  const { reject, armed } = await buttons()
  await armed()
  await person.click(reject)
  expect(await screen.findByText(t.rejected)).toBeTruthy()
  expect(sent.map(({ path }) => path)).toEqual(['/v3/oauth/reject'])
  expect(left.mock.calls).toEqual([[{ address: 'com.example.app:/cb?error=access_denied', by: 'reject' }]])
})

test.each([
  ['an empty one', () => HttpResponse.json({ redirect: '' })],
  ['none', () => new HttpResponse(null, { status: 204 })],
  ['one that runs in this page', () => HttpResponse.json({ redirect: 'javascript:alert(1)' })],
])('an answer with %s as its address is said', async (_what, answer) => {
  const person = userEvent.setup()
  decided = answer
  await renderRoute(asked)
  const { accept, armed } = await buttons()
  await armed()
  await person.click(accept)
  expect(await screen.findByText('No redirect location found in response')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: t.kinds.address })).toBeTruthy()
  expect(left).not.toHaveBeenCalled()
})

test('what was allowed before needs no question: the browser goes on and does not come back here', async () => {
  request = { redirect: goal }
  await renderRoute(asked)
  expect(await screen.findByRole('heading', { level: 1, name: '正在前往 sync.example.org' })).toBeTruthy()
  expect(left).toHaveBeenLastCalledWith({ address: goal, by: 'grant' })
  expect(sent).toEqual([])
})

test('a suspended application cannot be allowed anything', async () => {
  const app = { ...consent.app, suspended: { since: ago(2), reason: '冒充别的应用。' } }
  server.use(
    http.get('/v3/oauth/app/App00001', () => HttpResponse.json(app)),
    http.get('/_internal/oauth/authorize', () =>
      HttpResponse.json({ error: 'client_suspended', description: '应用已被工作人员停用（the client is suspended）' }, { status: 400 }),
    ),
  )
  await renderRoute(asked)
  expect(await screen.findByRole('heading', { level: 1, name: t.kinds.suspended })).toBeTruthy()
  expect(await screen.findByText('冒充别的应用。')).toBeTruthy()
  expect(screen.getByText(/the client is suspended/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: t.accept })).toBeNull()
})

test.each([
  ['unknown_client', 400, '应用不存在（unknown client_id）', t.kinds.client, /unknown client_id · unknown_client/],
  [
    'redirect_uri_not_registered',
    400,
    '回调地址不是应用注册的地址（redirect_uri is not registered）',
    t.kinds.redirect,
    /is not registered/,
  ],
  ['something_else', 400, '请求不对（no good）', t.kinds.request, /no good/],
])('the refusal %s is a page of this site with its reason', async (error, status, description, title, quoted) => {
  server.use(http.get('/_internal/oauth/authorize', () => HttpResponse.json({ error, description }, { status })))
  await renderRoute(asked)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(screen.getByText(description.replace(/（.*/, ''))).toBeTruthy()
  expect(screen.getByText(quoted).getAttribute('lang')).toBe('en')
  expect(left).not.toHaveBeenCalled()
})

test('a request of another session, or one that was decided, is over and can be begun again', async () => {
  const person = userEvent.setup()
  decided = () => HttpResponse.json({ error: 'flow_invalid', description: '链接或步骤已失效，请重新开始' }, { status: 400 })
  await renderRoute(asked)
  const { accept, armed } = await buttons()
  await armed()
  await person.click(accept)
  await person.click(await screen.findByRole('button', { name: t.restart }))
  await buttons()
  expect(reads).toHaveLength(2)
})

test('a request that was open for too long is over', async () => {
  request = { ...consent, expires: new Date(Date.now() - 1_000).toISOString() }
  await renderRoute(asked)
  expect(await screen.findByRole('heading', { level: 1, name: t.kinds.expired })).toBeTruthy()
})

test('a request that the server began is read by its flow', async () => {
  server.use(http.get('/_internal/oauth/flow/mrf_x', () => HttpResponse.json(consent)))
  await renderRoute('/auth/authorize?flow=mrf_x')
  expect(await screen.findByRole('heading', { level: 1, name: /方块同步器/ })).toBeTruthy()
  expect(reads).toEqual([])
})

test('who is not signed in comes back to the request, except where no page is wanted', async () => {
  document.cookie = 'modyard_csrf=; path=/; max-age=0'
  const { router, unmount } = await renderRoute(asked)
  await waitFor(() => expect(router.state.location.href).toBe(`/auth/sign-in?redirect=${encodeURIComponent(asked)}`))
  unmount()
  request = { redirect: 'https://sync.example.org/cb?error=login_required' }
  await renderRoute(`${asked}&prompt=none`)
  await waitFor(() => expect(left).toHaveBeenCalledWith({ address: 'https://sync.example.org/cb?error=login_required', by: 'grant' }))
})

test('a session that ended meanwhile leads to the sign-in form', async () => {
  server.use(
    http.get('/_internal/oauth/authorize', () => HttpResponse.json({ error: 'unauthorized', description: '请先登录' }, { status: 401 })),
  )
  await renderRoute(asked)
  const main = within(await screen.findByRole('main'))
  const link = await main.findByRole('link', { name: t.signIn })
  expect(link.getAttribute('href')).toBe(`/auth/sign-in?redirect=${encodeURIComponent(asked)}`)
})

test('another account can be used: the form of signing in leads back', async () => {
  const person = userEvent.setup()
  server.use(
    http.post('/v2/auth/logout', () => {
      document.cookie = 'modyard_csrf=; path=/; max-age=0'
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { router } = await renderRoute(asked)
  await person.click(await screen.findByRole('button', { name: t.other }))
  await waitFor(() => expect(router.state.location.href).toBe(`/auth/sign-in?redirect=${encodeURIComponent(asked)}`))
})
