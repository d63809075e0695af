import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { OwnUser } from '@/lib/api/types'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { user as base } from '@/testing/data'
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

test('the banner asks for an address where there is none', async () => {
  me = { ...me, email: null, email_verified: null }
  await renderRoute('/settings/language')
  expect((await screen.findByRole('link', { name: '添加邮箱' })).getAttribute('href')).toBe('/settings/account')
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
    http.post('/v2/auth/login', () => HttpResponse.json({ error: '2fa_required', description: '', flow: 'f' })),
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
  await person.click(await screen.findByRole('button', { name: siteText.account }))
  await person.click(await screen.findByRole('menuitem', { name: siteText.signOut }))
  await waitFor(() => expect(router.state.location.href).toBe('/auth/sign-in?redirect=%2Fdashboard%2Fprojects'))
  await screen.findByRole('heading', { name: '登录' })
  expect([screen.queryByText('我的项目'), screen.queryByText('通知')]).toEqual([null, null])
  expect(refused).toBe(0)
})
