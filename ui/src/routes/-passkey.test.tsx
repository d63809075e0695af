import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OwnUser } from '@/lib/api/types'
import { user as base } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

const flow = 'f'.repeat(60)
const made = { id: 'AAAAAAAA', name: 'Linux 电脑', created: '2026-11-20T08:00:00Z', last_used: null, synced: false, suspect: null }
let me: OwnUser
let list: { host: string | null; url: string; required: boolean; most: number; passkeys: (typeof made)[] }
let sent: { path: string; body: unknown }[]

const buffer = (...bytes: number[]) => Uint8Array.from(bytes).buffer
const create = vi.fn()
const get = vi.fn()

beforeEach(() => {
  localStorage.clear()
  document.cookie = 'modyard_csrf=t; path=/'
  me = { ...base, has_password: true, has_totp: false }
  list = { host: 'localhost', url: 'http://localhost:3000', required: false, most: 10, passkeys: [] }
  sent = []
  create.mockReset()
  get.mockReset()
  vi.stubGlobal('PublicKeyCredential', vi.fn())
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } })
  const note = async (request: Request) => {
    const text = await request.text()
    sent.push({ path: `${request.method} ${new URL(request.url).pathname}`, body: text ? JSON.parse(text) : undefined })
  }
  server.use(
    http.get('/v2/user', () => HttpResponse.json(me)),
    http.get('/_internal/auth/passkeys', () => HttpResponse.json(list)),
    http.post('/_internal/auth/passkeys/begin', () =>
      HttpResponse.json({
        flow,
        options: { challenge: 'AQID', user: { id: 'BAUG', name: 'banmei', displayName: 'banmei' }, excludeCredentials: [{ id: 'Bw' }] },
      }),
    ),
    http.post('/_internal/auth/passkeys', async ({ request }) => {
      await note(request)
      list = { ...list, passkeys: [made] }
      return HttpResponse.json(made)
    }),
    http.patch('/_internal/auth/passkeys', async ({ request }) => {
      await note(request)
      list = { ...list, required: true }
      return HttpResponse.json({ backup_codes: ['aaaaa-bbbbb'] })
    }),
    http.delete('/_internal/auth/passkeys/:id', async ({ request }) => {
      await note(request)
      list = { ...list, passkeys: [] }
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('/_internal/auth/login/passkey/begin', () => HttpResponse.json({ flow, options: { challenge: 'AQID', rpId: 'localhost' } })),
    http.post('/_internal/auth/login/passkey', async ({ request }) => {
      await note(request)
      document.cookie = 'modyard_csrf=t; path=/'
      return HttpResponse.json({})
    }),
  )
})

afterEach(() => vi.unstubAllGlobals())

const section = () => screen.findByRole('region', { name: '通行密钥' })

test('a passkey is named and added, and the server gets what the browser made', async () => {
  const person = userEvent.setup()
  create.mockResolvedValue({
    id: 'CAk',
    rawId: buffer(8, 9),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    response: { clientDataJSON: buffer(251, 255), attestationObject: buffer(1), getTransports: () => ['internal'] },
  })
  await renderRoute('/settings/account')
  await person.click(await within(await section()).findByRole('button', { name: '添加通行密钥' }))
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '继续' }))
  expect(await within(await section()).findByText('Linux 电脑')).toBeTruthy()
  const asked = create.mock.calls[0]?.[0].publicKey
  expect([...asked.challenge, ...asked.user.id, ...asked.excludeCredentials[0].id]).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(sent[0]).toMatchObject({
    path: 'POST /_internal/auth/passkeys',
    body: {
      flow,
      credential: {
        id: 'CAk',
        rawId: 'CAk',
        type: 'public-key',
        response: { clientDataJSON: '-_8', attestationObject: 'AQ', transports: ['internal'] },
      },
    },
  })
})

test('what the browser refuses is said in the dialog, and can be tried again', async () => {
  const person = userEvent.setup()
  create.mockRejectedValueOnce(new DOMException('', 'NotAllowedError')).mockRejectedValueOnce(new DOMException('', 'InvalidStateError'))
  await renderRoute('/settings/account')
  await person.click(await within(await section()).findByRole('button', { name: '添加通行密钥' }))
  const dialog = await screen.findByRole('dialog')
  await person.click(within(dialog).getByRole('button', { name: '继续' }))
  expect(await within(dialog).findByText('操作已取消，或者等待太久。可以再试一次。')).toBeTruthy()
  await person.click(within(dialog).getByRole('button', { name: '继续' }))
  expect(await within(dialog).findByText('这台设备上已经有你账户的通行密钥。')).toBeTruthy()
  expect(sent).toEqual([])
})

test('the section says why passkeys are off, and keeps the list', async () => {
  list = { ...list, passkeys: [made] }
  for (const [change, words, link] of [
    [{ host: null, url: 'http://192.0.2.7:8080' }, '本站的地址是 IP 地址', 0],
    [{ host: null, url: 'http://mods.example' }, '本站没有使用 https', 0],
    [{ host: 'mods.example', url: 'https://mods.example' }, '通行密钥属于 mods.example', 1],
  ] as const) {
    list = { ...list, ...change }
    const { unmount } = await renderRoute('/settings/account')
    const region = await section()
    expect(await within(region).findByText(words, { exact: false })).toBeTruthy()
    expect(within(region).queryAllByRole('link')).toHaveLength(link)
    expect(within(region).queryByRole('button', { name: '添加通行密钥' })).toBeNull()
    expect(within(region).getByRole('button', { name: '移除「Linux 电脑」' })).toBeTruthy()
    unmount()
  }
  vi.unstubAllGlobals()
  list = { ...list, host: 'localhost' }
  await renderRoute('/settings/account')
  expect(await within(await section()).findByText('这个浏览器不支持通行密钥', { exact: false })).toBeTruthy()
})

test('an error of the list can be retried', async () => {
  const person = userEvent.setup()
  let broken = true
  server.use(
    http.get('/_internal/auth/passkeys', () =>
      broken ? HttpResponse.json({ error: 'unknown', description: '坏了' }, { status: 418 }) : HttpResponse.json(list),
    ),
  )
  await renderRoute('/settings/account')
  expect(await within(await section()).findByText('坏了')).toBeTruthy()
  broken = false
  await person.click(within(await section()).getByRole('button', { name: '重试' }))
  expect(await within(await section()).findByText('还没有通行密钥')).toBeTruthy()
})

test('requiring a passkey shows recovery codes, and removing the last one warns of what ends', async () => {
  const person = userEvent.setup()
  list = { ...list, passkeys: [made] }
  await renderRoute('/settings/account')
  await person.click(await within(await section()).findByRole('switch', { name: '密码登录时也要求通行密钥' }))
  const codes = await screen.findByRole('dialog', { name: '恢复码' })
  expect(within(codes).getByText('aaaaa-bbbbb')).toBeTruthy()
  await person.click(within(codes).getByRole('checkbox'))
  await person.click(within(codes).getByRole('button', { name: '完成' }))
  await waitFor(async () => expect(within(await section()).getByRole('switch')).toHaveProperty('checked', true))
  await person.click(within(await section()).getByRole('button', { name: '移除「Linux 电脑」' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/不再需要第二步验证/)).toBeTruthy()
  await person.click(within(dialog).getByRole('button', { name: '移除' }))
  await waitFor(() =>
    expect(sent.map((one) => one.path)).toEqual(['PATCH /_internal/auth/passkeys', 'DELETE /_internal/auth/passkeys/AAAAAAAA']),
  )
})

const signed = {
  id: 'CAk',
  rawId: buffer(8, 9),
  type: 'public-key',
  authenticatorAttachment: null,
  response: { clientDataJSON: buffer(1), authenticatorData: buffer(2), signature: buffer(3), userHandle: buffer(4) },
}

test('a passkey signs in from the form, after a refusal too', async () => {
  const person = userEvent.setup()
  document.cookie = 'modyard_csrf=; path=/; max-age=0'
  get.mockRejectedValueOnce(new DOMException('', 'NotAllowedError')).mockResolvedValueOnce(signed)
  const { router } = await renderRoute('/auth/sign-in?redirect=/settings/language')
  const button = await screen.findByRole('button', { name: '使用通行密钥登录' })
  await person.click(button)
  expect(await screen.findByText('操作已取消，或者等待太久。可以再试一次。')).toBeTruthy()
  await person.click(button)
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/language'))
  expect(sent[0]?.body).toMatchObject({ flow, credential: { response: { signature: 'Aw', userHandle: 'BA' } } })
})

test('a browser without passkeys is offered none', async () => {
  vi.unstubAllGlobals()
  document.cookie = 'modyard_csrf=; path=/; max-age=0'
  await renderRoute('/auth/sign-in')
  await screen.findByLabelText(/用户名或邮箱/)
  expect(screen.queryByRole('button', { name: '使用通行密钥登录' })).toBeNull()
})

test('the second step of an account without an app asks for its passkey or a recovery code', async () => {
  const person = userEvent.setup()
  document.cookie = 'modyard_csrf=; path=/; max-age=0'
  get.mockResolvedValueOnce(signed)
  server.use(
    http.post('/v2/auth/login', () => HttpResponse.json({ error: '2fa_required', description: '', flow: 'g', code: false, passkey: true })),
  )
  const { router } = await renderRoute('/auth/sign-in?redirect=/settings/language')
  await person.type(await screen.findByLabelText(/用户名或邮箱/), 'banmei')
  await person.type(screen.getByLabelText(/^密码/), 'words{Enter}')
  expect(await screen.findByLabelText(/恢复码/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '使用验证器' })).toBeNull()
  await person.click(screen.getByRole('button', { name: '使用通行密钥' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/language'))
})
