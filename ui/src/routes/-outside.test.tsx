import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { user as base } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

const providers = [
  { key: 'github', label: 'GitHub', icon: 'github', away: false },
  { key: 'far', label: '远站', icon: '', away: true },
]
const offered = () => server.use(http.get('*/_internal/auth/providers', () => HttpResponse.json({ providers })))

test('the form of signing in leads to other sites and back to where the visitor was', async () => {
  offered()
  await renderRoute('/auth/sign-in?redirect=%2Fmods%3Fq%3Da')
  const link = await screen.findByRole('link', { name: '用 GitHub 登录' })
  expect(link.getAttribute('href')).toBe('/v2/auth/init?provider=github&url=%2Fmods%3Fq%3Da')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /远站 没有回应/ }).disabled).toBe(true)
})

test('a site without providers shows the form alone', async () => {
  await renderRoute('/auth/sign-in')
  await screen.findByLabelText(/用户名或邮箱/)
  expect(screen.queryByText('或者')).toBeNull()
})

test('what went wrong on the way is said in words', async () => {
  offered()
  await renderRoute('/auth/sign-in?fault=provider_denied')
  expect(await screen.findByText(/你在对方网站没有同意登录/)).toBeTruthy()
})

test('a second step goes on where the other site has led back to', async () => {
  await renderRoute(`/auth/sign-in#flow=${'x'.repeat(60)}&code=1`)
  expect(await screen.findByText('两步验证')).toBeTruthy()
})

test('a new person chooses a name; a taken one is named at its field', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/_internal/auth/joining', () =>
      HttpResponse.json({
        provider: 'github',
        label: 'GitHub',
        name: 'steve',
        username: 'steve',
        email: 'steve@example.net',
        verified: true,
      }),
    ),
    http.post('*/v2/auth/join', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ error: 'username_taken', description: '该用户名已被使用', field: 'username' }, { status: 409 })
    }),
  )
  await renderRoute('/auth/join#flow=abc')
  const person = userEvent.setup()
  expect((await screen.findByLabelText<HTMLInputElement>(/用户名/)).value).toBe('steve')
  expect(screen.getByText(/GitHub 已经验证过这个邮箱/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: '建立账户' }))
  expect(await screen.findByText('该用户名已被使用')).toBeTruthy()
  expect(sent).toEqual([{ flow: 'abc', username: 'steve', email: 'steve@example.net', sign_up_newsletter: false }])
  await person.clear(screen.getByLabelText(/邮箱/))
  expect(screen.queryByText(/已经验证过这个邮箱/)).toBeNull()
})

test.each(['/auth/join', '/auth/join#flow=old'])('a form whose step is over leads to signing in (%s)', async (path) => {
  server.use(
    http.post('*/_internal/auth/joining', () =>
      HttpResponse.json({ error: 'flow_invalid', description: '链接或步骤已失效，请重新开始', field: 'flow' }, { status: 400 }),
    ),
  )
  await renderRoute(path)
  expect(await screen.findByText('注册的步骤已失效')).toBeTruthy()
  expect(screen.getByRole('link', { name: '重新登录' })).toBeTruthy()
})

test('the account lists its links, and the last way in cannot end', async () => {
  document.cookie = 'modyard_csrf=t; path=/'
  server.use(
    http.get('*/v2/user', () =>
      HttpResponse.json({ ...base, email: 'a@example.com', email_verified: true, has_password: false, auth_providers: ['github'] }),
    ),
    http.get('*/_internal/auth/links', () =>
      HttpResponse.json({
        links: [{ id: 'l', provider: 'github', label: 'GitHub', name: 'steve', created: '2026-01-01T00:00:00Z', last_used: null }],
        providers,
        most: 8,
        only_way_in: true,
      }),
    ),
  )
  const person = userEvent.setup()
  await renderRoute('/settings/account')
  const section = await screen.findByRole('region', { name: '其他登录方式' })
  expect(within(section).getByText('steve')).toBeTruthy()
  expect(within(section).getByRole<HTMLButtonElement>('button', { name: '绑定 远站' }).disabled).toBe(true)
  await person.click(within(section).getByRole('button', { name: '解除 GitHub' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/唯一方式/)).toBeTruthy()
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: '解除' }).disabled).toBe(true)
})
