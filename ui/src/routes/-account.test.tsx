import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OwnUser } from '@/lib/api/types'
import { shellText } from '@/lib/i18n/zh-Hans/shell'
import { user as base } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

let me: OwnUser
let sent: { method: string; path: string; body: unknown }[]

beforeEach(() => {
  localStorage.clear()
  document.cookie = 'modyard_csrf=t; path=/'
  document.cookie = 'cosmetics=; path=/; max-age=0'
  sent = []
  me = { ...base, email: 'banmei@example.com', email_verified: false, has_password: true, has_totp: false, subscribed: false }
  const keep = async ({ request }: { request: Request }) => {
    const text = await request.text()
    sent.push({ method: request.method, path: new URL(request.url).pathname, body: text ? JSON.parse(text) : undefined })
    return new HttpResponse(null, { status: 204 })
  }
  server.use(
    http.get('/v2/user', () => HttpResponse.json(me)),
    http.patch('/v2/auth/email', keep),
    http.patch('/v2/auth/password', keep),
    http.post('/v2/auth/password/reset', keep),
  )
})

test('an address that is not verified is said so, and another needs the password', async () => {
  const person = userEvent.setup()
  await renderRoute('/settings/account')
  expect(await screen.findByText('未验证')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: '更换邮箱' }))
  const dialog = await screen.findByRole('dialog')
  await person.type(within(dialog).getByLabelText(/新邮箱/), 'new@example.com')
  await person.click(within(dialog).getByRole('button', { name: '保存' }))
  expect(within(dialog).getByText('请填写当前密码。')).toBeTruthy()
  expect(sent).toEqual([])
  await person.type(within(dialog).getByLabelText(/当前密码/), 'secret words')
  await person.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([{ method: 'PATCH', path: '/v2/auth/email', body: { email: 'new@example.com', password: 'secret words' } }])
})

test.each([
  ['stay', false],
  ['end', true],
])('the access tokens %s at a password change as the checkbox says', async (_what, end_tokens) => {
  const person = userEvent.setup()
  await renderRoute('/settings/account')
  await person.click(await screen.findByRole('button', { name: '修改密码' }))
  const dialog = await screen.findByRole('dialog')
  const written = 'tide-lantern-9071-quay'
  await person.type(within(dialog).getByLabelText(/当前密码/), 'secret words')
  await person.type(within(dialog).getByLabelText(/^新密码/), written)
  await person.type(within(dialog).getByLabelText(/^(确认|再次)/), written)
  const box = within(dialog).getByRole('checkbox', { name: /撤销全部访问令牌/ })
  expect(box.getAttribute('aria-checked') ?? String((box as HTMLInputElement).checked)).toBe('false')
  if (end_tokens) await person.click(box)
  await person.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    { method: 'PATCH', path: '/v2/auth/password', body: { old_password: 'secret words', new_password: written, end_tokens } },
  ])
  expect(screen.queryAllByText(/访问令牌已全部撤销/)).toHaveLength(end_tokens ? 1 : 0)
})

test('the banner asks for an address where there is none', async () => {
  me = { ...me, email: null, email_verified: null }
  await renderRoute('/settings/language')
  expect((await screen.findByRole('link', { name: '添加邮箱' })).getAttribute('href')).toBe('/settings/account')
})

test('the banner is closed for a week, and another address brings it back', async () => {
  const person = userEvent.setup()
  const { unmount } = await renderRoute('/settings/language')
  await person.click(await screen.findByRole('button', { name: '一周内不再提醒' }))
  expect(screen.queryByText(/还没有验证/)).toBeNull()
  unmount()
  const again = await renderRoute('/settings/language')
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(screen.queryByRole('link', { name: '个人资料' })).toBeTruthy())
  expect(screen.queryByText(/还没有验证/)).toBeNull()
  again.unmount()
  me = { ...me, email: 'other@example.com' }
  await renderRoute('/settings/language')
  expect(await screen.findByText(/other@example.com/)).toBeTruthy()
})

test('what the account prefers holds on a device that is new to it', async () => {
  server.use(
    http.get('/_internal/preferences', () => HttpResponse.json({ theme: 'oled', cosmetics: { searchDisplayMode: { mod: 'grid' } } })),
  )
  await renderRoute('/settings')
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('oled'))
  const group = screen.getByRole('group', { name: '模组的列表样式' })
  await waitFor(() => expect(within(group).getByRole('button', { name: '网格' }).getAttribute('aria-pressed')).toBe('true'))
})

test('a choice on the device is sent to the account', async () => {
  const person = userEvent.setup()
  const kept: unknown[] = []
  server.use(
    http.patch('/_internal/preferences', async ({ request }) => {
      kept.push(await request.json())
      return HttpResponse.json({})
    }),
  )
  await renderRoute('/settings')
  await waitFor(() => expect(kept).toHaveLength(1)) // an account without any takes over the device's
  await person.click(screen.getByRole('switch', { name: '隐藏推广' }))
  await waitFor(() => expect(kept).toHaveLength(2))
  expect(kept[1]).toMatchObject({ preferred_light: 'light', cosmetics: { hideAppPromos: true } })
})

test('visitors see the settings of their device and are led to sign in for the rest', async () => {
  document.cookie = 'modyard_csrf=; path=/; max-age=0'
  await renderRoute('/settings')
  expect(await screen.findByText('设置保存在这台设备上。登录后会同步到账户。')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '登录会话' })).toBeNull()
  const { router } = await renderRoute('/settings/account')
  expect(router.state.location.pathname).toBe('/auth/sign-in')
})

test('a wrong code leaves the field to be filled again; a flow that is over says so', async () => {
  const person = userEvent.setup()
  document.cookie = 'modyard_csrf=; path=/; max-age=0'
  let code = 'wrong_code'
  server.use(
    http.post('/v2/auth/login', () => HttpResponse.json({ error: '2fa_required', description: '', flow: 'f', code: true, passkey: false })),
    http.post('/v2/auth/login/2fa', () =>
      HttpResponse.json(
        { error: code, description: code === 'wrong_code' ? '验证码不正确，或已经用过' : '链接或步骤已失效，请重新开始' },
        { status: 400 },
      ),
    ),
  )
  await renderRoute('/auth/sign-in')
  await person.type(await screen.findByLabelText(/用户名或邮箱/), 'banmei')
  await person.type(screen.getByLabelText(/^密码/), 'words')
  await person.click(within(screen.getByRole('main')).getByRole('button', { name: '登录' }))
  await person.type(await screen.findByLabelText(/验证码/), '123456')
  expect(await screen.findByText('验证码不正确，或已经用过')).toBeTruthy()
  expect((screen.getByLabelText(/验证码/) as HTMLInputElement).value).toBe('')
  code = 'flow_invalid'
  await person.type(screen.getByLabelText(/验证码/), '123456')
  await waitFor(() => expect((screen.getByLabelText(/验证码/) as HTMLInputElement).disabled).toBe(true))
  await person.click(screen.getByRole('button', { name: '重新登录' }))
  expect(await screen.findByLabelText(/用户名或邮箱/)).toBeTruthy()
})

test('a reset says the same for everybody', async () => {
  const person = userEvent.setup()
  await renderRoute('/auth/reset-password')
  await person.type(await screen.findByLabelText(/用户名或邮箱/), 'nobody')
  await person.click(screen.getByRole('button', { name: '发送邮件' }))
  expect(await screen.findByText(/如果这个账户存有邮箱/)).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ username: 'nobody' })
})

test.each([
  ['stay', false, '现在可以用新密码登录了。'],
  ['end', true, '全部访问令牌也已撤销。现在可以用新密码登录了。'],
])('the access tokens %s at a reset as the checkbox says', async (_what, end_tokens, said) => {
  const person = userEvent.setup()
  await renderRoute('/auth/reset-password?flow=abc')
  const written = 'tide-lantern-9071-quay'
  await person.type(await screen.findByLabelText(/^新密码/), written)
  await person.type(screen.getByLabelText(/^(确认|再次)/), written)
  if (end_tokens) await person.click(screen.getByRole('checkbox', { name: /撤销全部访问令牌/ }))
  await person.click(screen.getByRole('button', { name: /设置|保存|重设/ }))
  expect(await screen.findByText(said)).toBeTruthy()
  expect(sent).toEqual([{ method: 'PATCH', path: '/v2/auth/password', body: { flow: 'abc', new_password: written, end_tokens } }])
})

test('who signs out of a place of their own is asked to sign in, and nothing of theirs is left on the screen', async () => {
  const person = userEvent.setup()
  let refused = 0
  server.use(
    http.post('/v2/auth/logout', () => {
      document.cookie = 'modyard_csrf=; path=/; max-age=0'
      return new HttpResponse(null, { status: 204 })
    }),
    http.get('/_internal/notifications', () => {
      if (!document.cookie.includes('modyard_csrf')) refused++
      return HttpResponse.json({ notifications: [], counts: { total: 7, unread: 7, types: [] }, next: null, position: 1 })
    }),
  )
  const { router } = await renderRoute('/dashboard/projects')
  await screen.findByRole('heading', { name: '我的项目' })
  await person.click(await screen.findByRole('button', { name: shellText.account }))
  await person.click(await screen.findByRole('menuitem', { name: shellText.signOut }))
  await waitFor(() => expect(router.state.location.href).toBe('/auth/sign-in?redirect=%2Fdashboard%2Fprojects'))
  await screen.findByRole('heading', { name: '登录' })
  expect([screen.queryByText('我的项目'), screen.queryByText('通知')]).toEqual([null, null])
  expect(refused).toBe(0)
})

test('languages have their Chinese names, and the automatic choice says what the browser asks for', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('pt-BR')
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['pt-BR', 'en'])
  await renderRoute('/settings/language')
  expect(await screen.findByText('浏览器的语言是葡萄牙语（巴西），现在显示简体中文')).toBeTruthy()
  expect(screen.getByText('简体中文 · zh-Hans')).toBeTruthy()
})

test('a revoked token is shown as revoked, and can only be looked at', async () => {
  const token = {
    name: '每周构建',
    access_token: null,
    scopes: 2,
    user_id: base.id,
    created: '2026-11-01T00:00:00Z',
    last_used: null,
    unused_scopes: 0,
  }
  const expires = new Date(Date.now() + 86_400_000 * 30).toISOString()
  server.use(
    http.get('/v2/pat', () =>
      HttpResponse.json([
        { ...token, id: 'AAAAAAAA', expires, revoked: null },
        { ...token, id: 'BBBBBBBB', name: '旧电脑', expires, revoked: new Date(Date.now() - 3_600_000).toISOString() },
      ]),
    ),
  )
  await renderRoute('/settings/pats')
  const row = (await screen.findByText('旧电脑')).closest('tr') as HTMLElement
  expect(within(row).getByText('已撤销')).toBeTruthy()
  expect(
    within(row)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['查看它的操作'])
  expect(screen.getAllByRole('button', { name: '撤销' })).toHaveLength(1)
})

test('scopes that a token has not used are named and dropped', async () => {
  const person = userEvent.setup()
  const expires = new Date(Date.now() + 86_400_000 * 30).toISOString()
  const token = {
    id: 'AAAAAAAA',
    name: '每周构建',
    access_token: null,
    scopes: 6,
    unused_scopes: 4,
    user_id: base.id,
    expires,
    revoked: null,
  }
  server.use(
    http.get('/v2/pat', () => HttpResponse.json([{ ...token, created: '2026-01-01T00:00:00Z', last_used: null }])),
    http.patch('/v2/pat/AAAAAAAA', async ({ request }) => {
      sent.push({ method: 'PATCH', path: '/v2/pat', body: await request.json() })
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await renderRoute('/settings/pats')
  await person.click(await screen.findByRole('button', { name: '收窄 1 项' }))
  const dialog = await screen.findByRole('dialog', { name: '收窄「每周构建」？' })
  expect(within(dialog).getByText('修改账号')).toBeTruthy()
  await person.click(within(dialog).getByRole('button', { name: '收窄' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ scopes: 2 }]))
})

test('the current session can be ended, which signs out', async () => {
  const person = userEvent.setup()
  const session = {
    user_id: base.id,
    created: '2026-11-01T00:00:00Z',
    expires: '2027-01-01T00:00:00Z',
    refresh_expires: '2027-01-01T00:00:00Z',
  }
  const browser = {
    ...session,
    last_login: '2026-11-02T00:00:00Z',
    os: 'Linux',
    platform: 'Chrome',
    user_agent: '',
    city: null,
    country: null,
    ip: '',
  }
  server.use(
    http.get('/v2/session/list', () =>
      HttpResponse.json([
        { ...browser, id: 'AAAAAAAA', current: true, method: 'passkey' },
        { ...browser, id: 'BBBBBBBB', current: false, method: null },
      ]),
    ),
    http.post('/v2/auth/logout', () => {
      sent.push({ method: 'POST', path: '/v2/auth/logout', body: undefined })
      document.cookie = 'modyard_csrf=; path=/; max-age=0'
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { router } = await renderRoute('/settings/sessions')
  const current = (await screen.findByText('当前会话')).closest('li') as HTMLElement
  expect(within(current).getByText('用通行密钥登录')).toBeTruthy()
  await person.click(within(current).getByRole('button', { name: '退出登录' }))
  const dialog = await screen.findByRole('dialog', { name: '退出这台设备？' })
  await person.click(within(dialog).getByRole('button', { name: '退出登录' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/sign-in'))
  expect(sent).toEqual([{ method: 'POST', path: '/v2/auth/logout', body: undefined }])
})
