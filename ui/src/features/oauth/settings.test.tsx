import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { OwnUser } from '@/lib/api/types'
import { oauthText as t } from '@/lib/i18n/zh-Hans/oauth'
import { handOverText as words } from '@/lib/i18n/zh-Hans/oauth-hand-over'
import { application } from '@/testing/oauth'
import { fakeLive } from '@/testing/live'
import { organization } from '@/testing/organization'
import { user } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import { ago } from '@/testing/time'

type Sent = { method: string; path: string; body?: unknown }

let me: OwnUser
let apps: (typeof application)[]
let teams: unknown[]
let sent: Sent[]

const keep =
  (answer: () => Response = () => new HttpResponse(null, { status: 204 })) =>
  async ({ request }: { request: Request }) => {
    const text = await request.text()
    const { pathname, search } = new URL(request.url)
    sent.push({ method: request.method, path: pathname + search, ...(text ? { body: JSON.parse(text) as unknown } : {}) })
    return answer()
  }

beforeEach(() => {
  document.cookie = 'modyard_csrf=t; path=/'
  localStorage.clear()
  fakeLive()
  me = { ...user, email_verified: true }
  apps = [application]
  sent = []
  teams = []
  server.use(
    http.get('/v2/user', () => HttpResponse.json(me)),
    http.get('/v3/user/:id/oauth_apps', () => HttpResponse.json(apps)),
    http.get('/v3/user/:id/organizations', () => HttpResponse.json(teams)),
    http.get('/v3/oauth/app/:id/usage', () => HttpResponse.json({ days: [], refused: [] })),
    http.patch('/v3/oauth/app/:id', keep()),
    http.delete('/v3/oauth/app/:id', keep()),
    http.delete('/v3/oauth/app/:id/secrets/:secret', keep()),
  )
})

test('the list names each application, how many use it and what the staff said of it', async () => {
  apps = [
    { ...application, verified: true },
    {
      ...application,
      id: 'App00002',
      name: '夜间构建',
      type: 'public',
      users: 0,
      last_used: null,
      suspended: { since: ago(9), reason: 'x' },
    },
  ]
  await renderRoute('/settings/applications')
  const [first, second] = (await screen.findAllByRole('link', { name: /^管理「/ })).map((link) => link.closest('li') as HTMLElement)
  expect(first?.textContent).toMatch(/方块同步器已核实能保管密钥1,?234 人授权.*有请求/)
  expect(second?.textContent).toBe('夜间构建已停用不能保管密钥0 人授权还没有请求')
  const nav = screen.getByRole('navigation', { name: '设置' })
  expect(within(nav).getByRole('link', { name: '我的应用' }).getAttribute('aria-current')).toBe('page')
  expect(within(nav).getByRole('link', { name: '授权的应用' })).toBeTruthy()
})

test('without any application the page says what one is for', async () => {
  apps = []
  await renderRoute('/settings/applications')
  expect(await screen.findByRole('heading', { name: t.empty })).toBeTruthy()
  expect(screen.getByRole('link', { name: t.create }).getAttribute('href')).toBe('/settings/applications?app=new')
})

test.each([
  ['an address that nobody verified', { email_verified: false }, 1, t.unverified],
  ['no address', { email: null, email_verified: null }, 1, t.unverified],
  ['sixteen applications', { email_verified: true }, 16, t.full(16)],
])('with %s none can be registered, and the page says why', async (_what, account, count, said) => {
  me = { ...me, ...account }
  apps = Array.from({ length: count }, (_, at) => ({ ...application, id: `App0000${at}` }))
  await renderRoute('/settings/applications?app=new')
  expect(await screen.findByText(said)).toBeTruthy()
  expect((screen.getByRole('button', { name: t.create }) as HTMLButtonElement).disabled).toBe(true)
})

/** An organization whose details the account may edit. */
const team = () => {
  const [first] = organization.members ?? []
  if (!first) throw new Error('the organization has no member')
  return { ...organization, members: [{ ...first, accepted: true, is_owner: true, user: { ...first.user, id: me.id } }] }
}

test('an application is handed over to a team, and taken from one', async () => {
  teams = [team()]
  const mine = { ...application, organization_id: null }
  const theirs = { ...application, id: 'App00002', name: '团队的同步器', organization_id: organization.id }
  apps = [mine, theirs]
  server.use(http.post('/v3/oauth/app/:id/hand-over', keep()))
  const person = userEvent.setup()
  const { router } = await renderRoute(`/settings/applications?app=${mine.id}`)
  await person.click(await screen.findByRole('button', { name: words.action }))
  const dialog = await screen.findByRole('dialog', { name: words.ask(mine.name, organization.name) })
  await person.click(within(dialog).getByRole('button', { name: words.action }))
  await waitFor(() =>
    expect(sent).toEqual([{ method: 'POST', path: `/v3/oauth/app/${mine.id}/hand-over`, body: { organization_id: organization.id } }]),
  )
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  const list = await screen.findByRole('region', { name: words.ofTeam(organization.name) })
  await person.click(within(list).getByRole('link', { name: t.manage(theirs.name) }))
  const choice = await screen.findByRole('combobox', { name: words.to })
  expect(
    within(choice)
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual([words.self(me.username)])
})

test('without a team nobody could get an application', async () => {
  await renderRoute(`/settings/applications?app=${application.id}`)
  expect(await screen.findByRole('heading', { name: t.facts })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: words.title })).toBeNull()
})

test('an application of somebody else is not there', async () => {
  await renderRoute('/settings/applications?app=App99999')
  expect(await screen.findByText(t.missing)).toBeTruthy()
})

test('an application is registered, its addresses are checked while they are typed, and its secret is shown once', async () => {
  const person = userEvent.setup()
  const made = { ...application, id: 'App00009', name: '新的应用' }
  server.use(
    http.post(
      '/v3/oauth/app',
      keep(() => {
        apps = [...apps, made]
        return HttpResponse.json({ client: made, client_secret: 'mrs_once' })
      }),
    ),
  )
  const { router } = await renderRoute('/settings/applications?app=new')
  await person.type(await screen.findByRole('textbox', { name: /^名称/ }), '新的应用')
  const field = screen.getByRole('textbox', { name: t.redirect(1) })
  await person.type(field, 'http://example.org/cb')
  expect(await screen.findByText(t.redirectProblems.plain)).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBeNull() // it is still typed
  await person.tab()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await person.click(screen.getByRole('button', { name: t.create }))
  expect(await screen.findByText(t.scopesNone)).toBeTruthy()
  await person.click(screen.getByRole('checkbox', { name: '查看资源' }))
  await person.click(screen.getByRole('button', { name: t.create }))
  expect(await screen.findByText(t.redirectsWrong)).toBeTruthy()
  expect(sent).toEqual([])
  await person.clear(field)
  await person.type(field, 'com.example.app:/cb')
  expect(await screen.findByText(t.redirectProblems.scheme)).toBeTruthy()
  await person.click(screen.getByRole('radio', { name: /^不能保管密钥/ }))
  await waitFor(() => expect(screen.queryByText(t.redirectProblems.scheme)).toBeNull())
  await person.click(screen.getByRole('button', { name: t.create }))
  const dialog = await screen.findByRole('dialog', { name: t.onceTitle })
  expect(within(dialog).getByText('mrs_once')).toBeTruthy()
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/v3/oauth/app',
      body: { name: '新的应用', type: 'public', redirect_uris: ['com.example.app:/cb'], max_scopes: 2048 },
    },
  ])
  await person.click(within(dialog).getByRole('button', { name: t.onceDone }))
  await waitFor(() => expect(router.state.location.href).toBe('/settings/applications?app=App00009'))
  expect(await screen.findByRole('heading', { level: 1, name: '新的应用' })).toBeTruthy()
  expect(screen.queryByText('mrs_once')).toBeNull()
})

test('what is changed is sent, and nothing else; a refusal stands at its field', async () => {
  const person = userEvent.setup()
  await renderRoute(`/settings/applications?app=${application.id}`)
  const name = await screen.findByRole('textbox', { name: /^名称/ })
  await person.clear(name)
  await person.type(name, '新名字')
  await person.click(screen.getByRole('button', { name: t.addRedirect }))
  await person.type(screen.getByRole('textbox', { name: t.redirect(2) }), 'http://127.0.0.1:9000/cb')
  await person.click(screen.getByRole('checkbox', { name: '删除版本' }))
  await person.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    method: 'PATCH',
    path: '/v3/oauth/app/App00001',
    body: {
      name: '新名字',
      redirect_uris: ['https://sync.example.org/cb', 'http://127.0.0.1:9000/cb'],
      max_scopes: 2 ** 11 + 2 ** 14,
    },
  })
  server.use(
    http.patch('/v3/oauth/app/:id', () =>
      HttpResponse.json({ error: 'invalid_input', description: '名称与官方应用太像。', field: 'name' }, { status: 400 }),
    ),
  )
  await person.type(name, '官方')
  await person.click(await screen.findByRole('button', { name: '保存' }))
  expect(await screen.findByText('名称与官方应用太像。')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(name))
})

test('a secret is added and shown once, and another is ended after a question', async () => {
  const person = userEvent.setup()
  server.use(
    http.post(
      '/v3/oauth/app/:id/secrets',
      keep(() => {
        apps = [{ ...application, secrets: [...(application.secrets ?? []), { id: 'Sec00002', created: ago(0), last_used: null }] }]
        return HttpResponse.json({ id: 'Sec00002', created: ago(0), last_used: null, client_secret: 'mrs_second' })
      }),
    ),
  )
  await renderRoute(`/settings/applications?app=${application.id}`)
  await person.click(await screen.findByRole('button', { name: t.addSecret }))
  const dialog = await screen.findByRole('dialog', { name: t.onceTitle })
  expect(within(dialog).getByText('mrs_second')).toBeTruthy()
  await person.click(within(dialog).getByRole('button', { name: t.onceDone }))
  await screen.findByText('Sec00002')
  // Two live at most, so that they can be changed one after the other.
  expect((screen.getByRole('button', { name: t.addSecret }) as HTMLButtonElement).disabled).toBe(true)
  await person.click(screen.getByRole('button', { name: t.endSecretNamed('Sec00001') }))
  await person.click(within(await screen.findByRole('dialog', { name: t.endSecretTitle })).getByRole('button', { name: t.endSecret }))
  await waitFor(() => expect(sent.at(-1)).toEqual({ method: 'DELETE', path: '/v3/oauth/app/App00001/secrets/Sec00001' }))
})

test('a public application has no secrets, and its page is tried with a challenge', async () => {
  apps = [{ ...application, type: 'public', secrets: [] }]
  await renderRoute(`/settings/applications?app=${application.id}`)
  expect(await screen.findByText(t.secretsPublic)).toBeTruthy()
  expect(screen.queryByRole('button', { name: t.addSecret })).toBeNull()
  const href = screen.getByRole('link', { name: new RegExp(t.tryOpen) }).getAttribute('href') ?? ''
  expect(new URL(href, 'http://site').searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
})

test('a suspended application says why, and cannot be tried', async () => {
  apps = [{ ...application, suspended: { since: ago(5), reason: '冒充别的应用。' } }]
  await renderRoute(`/settings/applications?app=${application.id}`)
  expect(await screen.findByText('冒充别的应用。')).toBeTruthy()
  expect(screen.queryByRole('link', { name: new RegExp(t.tryOpen) })).toBeNull()
})

test('what an application did is drawn by day, and what was refused to it names the rule', async () => {
  const today = new Date().toISOString().slice(0, 10)
  server.use(
    http.get('/v3/user/:id/organizations', () => HttpResponse.json(teams)),
    http.get('/v3/oauth/app/:id/usage', () =>
      HttpResponse.json({
        days: [{ day: today, requests: 1234 }],
        refused: [
          {
            time: ago(1),
            where: 'authorize',
            error: 'invalid_request',
            rule: 'redirect_uri_not_registered',
            detail: '回调地址不是应用注册的地址',
          },
        ],
      }),
    ),
  )
  const person = userEvent.setup()
  await renderRoute(`/settings/applications?app=${application.id}`)
  expect(await screen.findByText('redirect_uri_not_registered')).toBeTruthy()
  expect(screen.getByText('请求授权')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: '显示表格' }))
  expect(await screen.findByRole('rowheader', { name: today })).toBeTruthy()
})

test('an application is deleted after its name is typed', async () => {
  const person = userEvent.setup()
  const { router } = await renderRoute(`/settings/applications?app=${application.id}`)
  await person.click(await screen.findByRole('button', { name: t.delete }))
  const dialog = await screen.findByRole('dialog', { name: t.deleteTitle(application.name) })
  const confirm = within(dialog).getByRole('button', { name: t.delete })
  expect((confirm as HTMLButtonElement).disabled).toBe(true)
  await person.type(within(dialog).getByRole('textbox'), application.name)
  apps = []
  await person.click(confirm)
  await waitFor(() => expect(router.state.location.href).toBe('/settings/applications'))
  expect(sent.at(-1)).toEqual({ method: 'DELETE', path: '/v3/oauth/app/App00001' })
})

const given = {
  id: 'Auth0001',
  app_id: application.id,
  user_id: user.id,
  scopes: application.max_scopes,
  created: ago(24 * 3),
  last_used: ago(3),
  handed_over: false,
  app: application,
}

test('each authorization says since when and what, is narrowed and revoked', async () => {
  const person = userEvent.setup()
  let list = [given]
  server.use(
    http.get('/v3/oauth/authorizations', () => HttpResponse.json(list)),
    http.patch('/v3/oauth/authorizations/:id', keep()),
    http.delete(
      '/v3/oauth/authorizations',
      keep(() => {
        list = []
        return new HttpResponse(null, { status: 204 })
      }),
    ),
  )
  await renderRoute('/settings/authorizations')
  const card = (await screen.findByRole('heading', { level: 2, name: application.name })).closest('article') as HTMLElement
  expect(card.textContent).toMatch(/3 天前授权/)
  expect(
    within(card)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['资源：查看资源', '版本：上传版本、删除版本'])
  await person.click(within(card).getByRole('button', { name: t.narrowNamed(application.name) }))
  const dialog = await screen.findByRole('dialog', { name: t.narrowTitle(application.name) })
  const boxes = within(dialog).getAllByRole('checkbox')
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, true, true])
  const narrow = within(dialog).getByRole('button', { name: t.narrow }) as HTMLButtonElement
  expect(narrow.disabled).toBe(true)
  await person.click(within(dialog).getByRole('checkbox', { name: '删除版本' }))
  await person.click(narrow)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.click(within(card).getByRole('button', { name: t.revokeNamed(application.name) }))
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t.revoke }))
  expect(await screen.findByRole('heading', { name: t.authorizationsNone })).toBeTruthy()
  expect(sent).toEqual([
    { method: 'PATCH', path: '/v3/oauth/authorizations/Auth0001', body: { scopes: 2 ** 11 + 2 ** 14 } },
    { method: 'DELETE', path: '/v3/oauth/authorizations?client_id=App00001' },
  ])
})

test('an authorization whose application got another owner says so, and what it did is a panel beside the list', async () => {
  const person = userEvent.setup()
  server.use(
    http.get('/v3/oauth/authorizations', () => HttpResponse.json([{ ...given, handed_over: true }])),
    http.get('/v3/account/activity', () => HttpResponse.json({ entries: [], next: null })),
  )
  await renderRoute('/settings/authorizations')
  expect(await screen.findByText(t.handedOver)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: t.deedsNamed(application.name) }))
  const panel = await screen.findByRole('dialog', { name: `应用 · ${application.name}` })
  expect(await within(panel).findByText('还没有用它做过修改。')).toBeTruthy()
  expect(within(panel).getByRole('link', { name: '在操作记录里查看' }).getAttribute('href')).toBe('/settings/activity?key=Auth0001')
  expect(within(panel).getByRole('button', { name: t.narrow })).toBeTruthy()
})

test('an authorization without scopes says what is left of it, and cannot be narrowed', async () => {
  server.use(http.get('/v3/oauth/authorizations', () => HttpResponse.json([{ ...given, scopes: 0, last_used: null }])))
  await renderRoute('/settings/authorizations')
  expect(await screen.findByText(t.only)).toBeTruthy()
  expect(screen.getByText(t.unused)).toBeTruthy()
  expect(screen.queryByRole('button', { name: t.narrowNamed(application.name) })).toBeNull()
})

test.each([
  ['/settings/applications', '/v3/user/:id/oauth_apps'],
  ['/settings/authorizations', '/v3/oauth/authorizations'],
])('%s says when it cannot be read, and reads again', async (path, api) => {
  const person = userEvent.setup()
  let fails = true
  server.use(
    http.get(api, () =>
      fails ? HttpResponse.json({ error: 'internal_error', description: '服务暂时不可用。' }, { status: 503 }) : HttpResponse.json([]),
    ),
  )
  await renderRoute(path)
  expect(await screen.findByText('服务暂时不可用。')).toBeTruthy()
  fails = false
  await person.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('heading', { name: /^还没有/ })).toBeTruthy()
})
