import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { ProjectPage } from '@/lib/api/types'
import { user as me } from '@/testing/people'
import { projects } from '@/testing/projects'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

let project: ProjectPage
let sent: { method: string; path: string; body: unknown }[]

function readable(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

beforeEach(() => {
  localStorage.clear()
  document.cookie = 'modyard_csrf=t; path=/'
  sent = []
  const base = projects[0]
  if (!base) throw new Error('no fixture')
  const owner = base.members[0]
  if (!owner) throw new Error('no owner')
  project = {
    ...base,
    status: 'draft',
    versions: [],
    version_count: 0,
    body: '',
    license: { id: 'LicenseRef-Unknown', name: '', url: null },
    title_zh: null,
    organization: null,
    members: [{ ...owner, user: me }],
  }
  server.use(
    http.get('/v2/user', () => HttpResponse.json(me)),
    http.get('/_internal/project/:id', () => HttpResponse.json(project)),
    http.get('/_internal/project/:id/versions', () => HttpResponse.json({ versions: [], total: 0 })),
    http.get('/v2/tag/license', () =>
      HttpResponse.json([
        { short: 'MIT', name: 'MIT License' },
        { short: 'LicenseRef-Unknown', name: '未知' },
      ]),
    ),
    http.patch('/v2/project/:id', async ({ request }) => {
      const body = readable(await request.text())
      sent.push({ method: 'PATCH', path: new URL(request.url).pathname, body })
      project = { ...project, ...(body as Partial<ProjectPage>) }
      return new HttpResponse(null, { status: 204, headers: { 'Log-Position': '9' } })
    }),
  )
})

test('a draft cannot be sent in until what is required is there, and says what is missing', async () => {
  await renderRoute('/mod/gears-verdigris')
  const list = await screen.findByRole('region', { name: '发布清单' })
  const submit = within(list).getByRole('button', { name: '提交审核' })
  expect((submit as HTMLButtonElement).disabled).toBe(true)
  expect(within(list).getByText('还差：上传版本、填写介绍、选择许可证')).toBeTruthy()
  expect(within(list).getByRole('link', { name: '上传版本' }).getAttribute('href')).toBe('/mod/gears-verdigris/version/create-new')
})

test('a complete draft is sent in and shows its new status at once', async () => {
  project = { ...project, version_count: 1, body: '说明', license: { id: 'MIT', name: 'MIT', url: null } }
  const person = userEvent.setup()
  await renderRoute('/mod/gears-verdigris')
  const list = await screen.findByRole('region', { name: '发布清单' })
  await person.click(within(list).getByRole('button', { name: '提交审核' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '发布清单' })).toBeNull())
  expect(sent).toEqual([{ method: 'PATCH', path: `/v2/project/${project.id}`, body: { status: 'processing' } }])
  expect(screen.getByText('审核中')).toBeTruthy()
})

test.each([
  ['withheld', true],
  ['rejected', false],
  ['draft', false],
] as const)('sending in a project that is %s says beforehand whether its link will lead nowhere: %s', async (status, hides) => {
  project = { ...project, status, version_count: 1, body: '说明', license: { id: 'MIT', name: 'MIT', url: null } }
  await renderRoute('/mod/gears-verdigris')
  const list = await screen.findByRole('region', { name: '发布清单' })
  expect(list.textContent.includes('现在的链接会打不开（404）')).toBe(hides)
})

test('a version that lacks something is not sent; the first field that is wrong has the focus', async () => {
  const person = userEvent.setup()
  await renderRoute('/mod/gears-verdigris/version/create-new')
  // The header has a menu of that name as well.
  await person.click(await within(await screen.findByRole('main')).findByRole('button', { name: '发布' }))
  expect(await screen.findByText('请添加至少一个文件。')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toContain('把文件拖到这里'))
  expect(screen.getByRole('textbox', { name: /版本号/ }).getAttribute('aria-invalid')).toBe('true')
})

test('only what changed is saved, and the bar goes', async () => {
  const person = userEvent.setup()
  await renderRoute('/mod/gears-verdigris/settings')
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
  await person.selectOptions(await screen.findByLabelText('客户端'), 'optional')
  await person.click(await screen.findByRole('button', { name: '保存' }))
  expect(await screen.findByText('您的资源已更新')).toBeTruthy()
  expect(sent.map((one) => one.body)).toEqual([{ client_side: 'optional' }])
  await waitFor(() => expect(screen.queryByRole('button', { name: '保存' })).toBeNull())
})

test('the Chinese title and the other names are saved as one list', async () => {
  const person = userEvent.setup()
  await renderRoute('/mod/gears-verdigris/settings')
  const chinese = await screen.findByLabelText(/^中文名/)
  await person.clear(chinese)
  await person.type(chinese, '齿轮与铜锈')
  await person.type(screen.getByLabelText(/^别名/), 'GV{Enter}齿轮')
  await person.click(await screen.findByRole('button', { name: '保存' }))
  expect(await screen.findByText('您的资源已更新')).toBeTruthy()
  expect(sent.map((one) => one.body)).toEqual([
    {
      aliases: [
        { text: '齿轮与铜锈', kind: 'zh' },
        { text: 'GV', kind: 'abbr' },
        { text: '齿轮', kind: 'other' },
      ],
    },
  ])
})

test('unsaved work is not left without a question', async () => {
  const person = userEvent.setup()
  const { router } = await renderRoute('/mod/gears-verdigris/settings')
  await person.selectOptions(await screen.findByLabelText('客户端'), 'optional')
  await person.click(screen.getByRole('link', { name: '成员' }))
  const dialog = await screen.findByRole('dialog', { name: '离开前保存吗？' })
  await person.click(within(dialog).getByRole('button', { name: '关闭' }))
  expect(router.state.location.pathname).toBe('/mod/gears-verdigris/settings')
  expect((screen.getByLabelText('客户端') as HTMLSelectElement).value).toBe('optional')
})

test('unsaved work is saved on the way out, and a refusal keeps one on the page', async () => {
  const person = userEvent.setup()
  const { router } = await renderRoute('/mod/gears-verdigris/settings')
  const name = await screen.findByLabelText(/^名称/)
  await person.clear(name)
  await person.click(screen.getByRole('link', { name: '许可证' }))
  await person.click(within(await screen.findByRole('dialog', { name: '离开前保存吗？' })).getByRole('button', { name: '保存并离开' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.pathname).toBe('/mod/gears-verdigris/settings')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
  await person.type(name, 'Gears Again')
  await person.click(screen.getByRole('link', { name: '许可证' }))
  await person.click(within(await screen.findByRole('dialog', { name: '离开前保存吗？' })).getByRole('button', { name: '保存并离开' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/mod/gears-verdigris/settings/license'))
  expect(sent.map((one) => one.body)).toEqual([{ title: 'Gears Again' }])
})

test('settings are for members', async () => {
  project = { ...project, members: [] }
  await renderRoute('/mod/gears-verdigris/settings/license')
  expect(await screen.findByText('只有项目成员可以修改设置。')).toBeTruthy()
})

test('whoever is not signed in is led to the sign-in page and back', async () => {
  document.cookie = 'modyard_csrf=; max-age=0; path=/'
  const { router } = await renderRoute('/settings/pats')
  await waitFor(() => expect(router.state.location.href).toBe('/auth/sign-in?redirect=%2Fsettings%2Fpats'))
})

test('a token is made with its scopes and shown once', async () => {
  const person = userEvent.setup()
  server.use(
    http.get('/v2/pat', () => HttpResponse.json([])),
    http.post('/v2/pat', async ({ request }) => {
      sent.push({ method: 'POST', path: '/v2/pat', body: readable(await request.text()) })
      return HttpResponse.json({
        id: 'Tok00001',
        name: '构建',
        access_token: 'myp_secret',
        scopes: 16384,
        created: '',
        expires: '',
        last_used: null,
      })
    }),
  )
  await renderRoute('/settings/pats')
  await person.click(await screen.findByRole('button', { name: '创建令牌' }))
  const dialog = await screen.findByRole('dialog', { name: '创建访问令牌' })
  await person.type(within(dialog).getByRole('textbox', { name: /名称/ }), 'build')
  await person.click(within(dialog).getByRole('button', { name: '创建令牌' }))
  expect(await within(dialog).findByText('请至少选择一项权限。')).toBeTruthy()
  await person.click(within(dialog).getByRole('checkbox', { name: '上传版本' }))
  await person.click(within(dialog).getByRole('button', { name: '创建令牌' }))
  expect(await screen.findByText('myp_secret')).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ name: 'build', scopes: 16384 })
})

test('links of every platform are added, named, checked and sent with the release site', async () => {
  project = {
    ...project,
    donation_urls: [
      { id: 'site', platform: '发布地址', url: 'https://example.com/get' },
      { id: 'gitee', platform: 'Gitee', url: 'https://gitee.com/a' },
    ],
  }
  const user = userEvent.setup()
  await renderRoute('/mod/gears-verdigris/settings/links')
  const links = await screen.findByRole('region', { name: '平台链接' })
  const unknown = within(links).getByRole('combobox', { name: '第 1 个链接的平台' })
  await waitFor(() =>
    expect(
      within(unknown)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['爱发电', 'Modrinth', '其他', 'Gitee']),
  )
  await user.click(within(links).getByRole('button', { name: '添加平台链接' }))
  await user.selectOptions(within(links).getByRole('combobox', { name: '第 2 个链接的平台' }), 'Modrinth')
  expect(links.querySelector('[data-platform="modrinth"]')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect((await within(links).findByRole('alert')).textContent).toBe('请填写链接，或者移除这一行。')
  expect(sent).toEqual([])
  await user.type(within(links).getByRole('textbox', { name: '第 2 个链接的地址：Modrinth' }), 'https://modrinth.com/mod/gears')
  await user.click(within(links).getByRole('button', { name: '移除第 1 个链接：Gitee' }))
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({
    donation_urls: [
      { id: 'site', platform: '发布地址', url: 'https://example.com/get' },
      { id: 'modrinth', platform: 'Modrinth', url: 'https://modrinth.com/mod/gears' },
    ],
  })
})
