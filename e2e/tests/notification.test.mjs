// Changes by others reach an open page by themselves: a decision, a new version, an invitation, and what was read in
// another tab.
import { visitor } from '../lib/browser.mjs'
import { jar } from '../lib/jar.mjs'
import { findings, overflow, settled } from '../lib/look.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const password = 'hundred-silent-lanterns'
let server, browser, author, fan, staff, project

/** Sends a command as the account of the page, with its cookies. */
const send = (who, method, path, body) =>
  who.page.evaluate(
    async ([method, path, body]) => {
      const token = decodeURIComponent(document.cookie.match(/modyard_csrf=([^;]*)/)?.[1] ?? '')
      const answer = await fetch(path, {
        method,
        headers: { 'X-CSRF-Token': token, ...(body ? { 'Content-Type': 'application/json' } : {}) },
        body: body && JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return answer.status === 204 ? undefined : answer.json()
    },
    [method, path, body],
  )

/** Uploads a version by the API: data and file in one form. */
const upload = (who, number) =>
  who.page.evaluate(
    async ([project, number, bytes]) => {
      const token = decodeURIComponent(document.cookie.match(/modyard_csrf=([^;]*)/)?.[1] ?? '')
      const form = new FormData()
      form.append(
        'data',
        JSON.stringify({
          project_id: project,
          name: `第 ${number} 版`,
          version_number: number,
          version_type: 'release',
          loaders: ['fabric'],
          game_versions: ['1.21.1'],
          dependencies: [],
          featured: false,
          file_parts: ['file'],
          primary_file: 'file',
        }),
      )
      form.append('file', new Blob([new Uint8Array(bytes)]), `tide-loom-${number}.jar`)
      const answer = await fetch('/v2/version', { method: 'POST', headers: { 'X-CSRF-Token': token }, body: form })
      if (!answer.ok) throw new Error(await answer.text())
    },
    [project, number, [...jar(`tide-loom-${number.replaceAll('.', '-')}`)]],
  )

async function signUp(name, email) {
  const who = await visitor(browser, server.url)
  await who.page.goto('/auth/sign-up?redirect=/dashboard/notifications')
  await who.page.getByLabel('用户名').fill(name)
  await who.page.getByLabel('邮箱').fill(email)
  await who.page.getByLabel('密码', { exact: false }).first().fill(password)
  await who.page.getByLabel('确认密码').fill(password)
  await who.page.getByRole('button', { name: '注册', exact: true }).click()
  await who.page.waitForURL('**/dashboard/notifications')
  return who
}

test.beforeAll(async ({ browser: one }) => {
  browser = one
  server = await Server.start()
  await server.feed(`${password}\n`, 'admin', 'create', 'keeper', 'keeper@example.org')
  ;[author, fan] = await Promise.all([signUp('小满', 'xiaoman@example.org'), signUp('阿澄', 'acheng@example.org')])
  staff = await visitor(browser, server.url)
  await staff.page.goto('/auth/sign-in?redirect=/moderation/review')
  await staff.page.getByLabel('用户名或邮箱').fill('keeper')
  await staff.page.getByLabel('密码', { exact: false }).first().fill(password)
  await staff.page.getByRole('button', { name: '登录', exact: true }).last().click()
  await expect(staff.page.getByText('队列是空的')).toBeVisible()
})

test.afterAll(async () => {
  await server?.stop()
})

const bell = (who, unread) => who.page.getByRole('button', { name: unread ? `通知，${unread} 条未读` : '通知', exact: true }).waitFor()

test('a submission appears in the open queue of the staff', async () => {
  await expect(author.page.getByText('没有未读通知')).toBeVisible()
  const data = {
    title: 'Tide Loom',
    slug: 'tide-loom',
    description: '按潮水涨落自动织布的机器。',
    body: '## 潮水来时\n\n织机随涨潮转动。',
    project_type: 'mod',
    categories: [],
    client_side: 'required',
    server_side: 'optional',
    license_id: 'MIT',
    is_draft: true,
    initial_versions: [],
  }
  project = await author.page.evaluate(async (data) => {
    const token = decodeURIComponent(document.cookie.match(/modyard_csrf=([^;]*)/)?.[1] ?? '')
    const form = new FormData()
    form.append('data', JSON.stringify(data))
    const answer = await fetch('/v2/project', { method: 'POST', headers: { 'X-CSRF-Token': token }, body: form })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()).id
  }, data)
  await upload(author, '1.0.0')
  await send(author, 'PATCH', `/v2/project/${project}`, { status: 'processing' })
  await expect(staff.page.getByRole('link', { name: /Tide Loom/ }).first()).toBeVisible()
})

test('a decision with its message reaches the author on every page', async () => {
  const second = await author.context.newPage()
  await second.goto('/mod/tide-loom')
  await expect(second.getByText('审核中', { exact: true }).first()).toBeVisible()
  await send(staff, 'PATCH', `/v2/project/${project}`, {
    status: 'rejected',
    moderation_message: '请补充前置说明。',
    reason: { code: 'incomplete' },
  })
  await bell(author, 1)
  await expect(author.page.getByText('请补充前置说明。')).toBeVisible()
  await expect(second.getByText('已拒绝', { exact: true }).first()).toBeVisible()
  await send(author, 'PATCH', `/v2/project/${project}`, { status: 'processing' })
  await expect(second.getByText('审核中', { exact: true }).first()).toBeVisible()
  await send(staff, 'PATCH', `/v2/project/${project}`, { status: 'approved', reason: { code: 'complies' } })
  await expect(second.getByText('请补充前置说明。')).toBeHidden()
  await bell(author, 2)
  await second.close()
})

test('followers are notified of a new version, and a visitor sees it appear', async () => {
  await send(fan, 'POST', `/v2/project/${project}/follow`)
  const guest = await visitor(browser, server.url)
  await guest.page.goto('/mod/tide-loom/versions')
  await expect(guest.page.getByText('1.0.0').first()).toBeVisible()
  await upload(author, '1.1.0')
  await upload(author, '1.2.0')
  await expect(guest.page.getByText('1.2.0').first()).toBeVisible()
  await bell(fan, 2)
  await expect(fan.page.getByText('发布了 2 个新版本')).toBeVisible()
  expect(guest.complaints).toEqual([])
  await guest.context.close()
})

test('an invitation is answered in the notification', async () => {
  const { id } = await fan.page.evaluate(async () => (await fetch('/v2/user')).json())
  await send(author, 'POST', `/v2/team/${project}/members`, { user_id: id, role: '译者', permissions: 1 })
  const line = fan.page.getByRole('listitem').filter({ hasText: '邀请你加入' })
  await expect(line.getByText('担任 译者')).toBeVisible()
  await line.getByRole('button', { name: '接受' }).click()
  await expect(fan.page.getByText('已加入 Tide Loom')).toBeVisible()
  await expect(line).toHaveCount(0)
  await bell(fan, 2)
})

test('a removed notification can be restored, and reading all applies to every browser at once', async () => {
  const { page } = fan
  await page.getByRole('listitem').filter({ hasText: '发布了 2 个新版本' }).getByRole('button', { name: '移除' }).click()
  await bell(fan, 0)
  await page.getByRole('button', { name: '撤销' }).click()
  await bell(fan, 2)
  const phone = await fan.context.newPage()
  await phone.setViewportSize({ width: 390, height: 800 })
  await phone.goto('/')
  await phone.getByRole('button', { name: '通知，2 条未读' }).click()
  await phone.getByRole('dialog', { name: '通知' }).getByRole('button', { name: '全部标为已读' }).click()
  await bell({ page: phone }, 0)
  await bell(fan, 0)
  await expect(page.getByText('没有未读通知')).toBeVisible()
  await page.getByRole('link', { name: '历史' }).first().click()
  await page.waitForURL('**/dashboard/notifications/history')
  await expect(page.getByText('发布了 2 个新版本')).toBeVisible()
  await phone.close()
})

test('the overview lists the open tasks with links to them', async () => {
  const { page } = author
  await page.goto('/dashboard')
  await expect(page.getByText('没有等你处理的事')).toBeVisible()
  await page.getByRole('navigation', { name: '创作中心' }).getByRole('link', { name: /通知/ }).click()
  await page.waitForURL('**/dashboard/notifications')
  await page.getByRole('link', { name: 'Tide Loom' }).first().click()
  await page.waitForURL('**/mod/tide-loom/moderation')
  await bell(author, 1) // opening marks as read
  for (const [who, path] of [
    [author, '/dashboard/notifications'],
    [fan, '/dashboard/notifications?type=invite'],
  ]) {
    await who.page.goto(path)
    await settled(who.page)
    expect(await findings(who.page), path).toEqual([])
    expect(await overflow(who.page), path).toBe(undefined)
  }
  expect([...author.complaints, ...fan.complaints, ...staff.complaints]).toEqual([])
})
