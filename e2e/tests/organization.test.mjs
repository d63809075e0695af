// Two accounts and their organisation: created, joined, given a project that the other works on, and reduced again.
import { visitor } from '../lib/browser.mjs'
import { showsAt } from '../lib/eventually.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { caughtUp, signUp } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const password = 'hundred-silent-lanterns'
let server, founder, helper

/** Creates a draft as the account of the page. */
async function draft(page, slug, title) {
  const made = await page.evaluate(
    async ([slug, title]) => {
      const form = new FormData()
      const data = {
        slug,
        title,
        description: '一盏会记路的灯。',
        body: '',
        project_type: 'mod',
        categories: [],
        client_side: 'required',
        server_side: 'optional',
        license_id: 'MIT',
        initial_versions: [],
        is_draft: true,
      }
      form.append('data', new Blob([JSON.stringify(data)], { type: 'application/json' }))
      const token = /modyard_csrf=([^;]*)/.exec(document.cookie)[1]
      const answer = await fetch('/v2/project', { method: 'POST', body: form, headers: { 'X-CSRF-Token': decodeURIComponent(token) } })
      return { status: answer.status, position: answer.headers.get('Log-Position') }
    },
    [slug, title],
  )
  expect(made.status).toBe(200)
  await caughtUp(page.request, server, made.position)
}

async function accessible(page) {
  expect(await findings(page, { except: '.toaster' })).toEqual([]) // messages fade in and out
  expect(await overflow(page)).toBe(undefined)
}

test.beforeAll(async ({ browser }) => {
  server = await Server.start()
  founder = await visitor(browser, server.url)
  helper = await visitor(browser, server.url, { viewport: { width: 390, height: 844 } })
  await Promise.all([signUp(founder.page, 'founder', password), signUp(helper.page, 'helper', password)])
})

test.afterAll(async () => {
  await server?.stop()
})

test('an organisation is created, and a second account is invited', async () => {
  const { page } = founder
  await page.goto('/dashboard/organizations')
  await expect(page.getByText('还没有加入团队')).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: '新建团队' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill('提灯社')
  await dialog.getByLabel('链接').fill('lantern-guild')
  await dialog.getByLabel('简介').fill('一起做灯，也一起修灯。')
  await expect(dialog.getByText('可以使用。')).toBeVisible()
  await accessible(page)
  await dialog.getByRole('button', { name: '创建' }).click()
  await page.waitForURL('**/organization/lantern-guild/settings/members')
  await page.getByLabel('邀请成员').fill('nobody-of-this-name')
  await page.getByRole('button', { name: '邀请', exact: true }).click()
  await expect(page.getByText('没有这个用户。')).toBeVisible()
  await page.getByLabel('邀请成员').fill('helper')
  await page.getByRole('button', { name: '邀请', exact: true }).click()
  await expect(page.getByText('等待接受')).toBeVisible()
  await accessible(page)
})

test('the second account accepts', async () => {
  const { page } = helper
  await showsAt(page, '/dashboard/organizations', page.getByText('提灯社 邀请你'))
  await page.getByRole('button', { name: '接受' }).click()
  await expect(page.getByRole('link', { name: '提灯社', exact: true })).toBeVisible()
  await accessible(page)
})

test('a project is moved in, and the second account works on it', async () => {
  await draft(founder.page, 'homing-lamp', 'Homing Lamp')
  await founder.page.goto('/organization/lantern-guild/settings/projects')
  await expect(founder.page.getByText('团队还没有项目')).toBeVisible()
  await founder.page.getByRole('button', { name: '移入项目' }).click()
  await founder.page.getByRole('dialog').getByLabel('Homing Lamp').check()
  await founder.page.getByRole('button', { name: '移入 1 个项目' }).click()
  await expect(founder.page.getByRole('link', { name: 'Homing Lamp', exact: true })).toBeVisible()
  await accessible(founder.page)

  const { page } = helper
  await showsAt(page, '/mod/homing-lamp/settings', page.getByLabel('简介'))
  await page.getByLabel('简介').fill('一盏会记路的灯，也会等人。')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('您的资源已更新').first()).toBeVisible()
})

test('the page shows the members and their projects, the draft only to members', async ({ browser }) => {
  const { page } = helper
  await page.goto('/organization/lantern-guild')
  await expect(page.getByRole('heading', { level: 1, name: /提灯社/ })).toBeVisible()
  await expect(page.getByText('一盏会记路的灯，也会等人。').first()).toBeVisible()
  const members = page.getByRole('complementary', { name: '成员' })
  await expect(members.getByRole('link', { name: 'founder' })).toBeVisible()
  await expect(members.getByRole('link', { name: 'helper' })).toBeVisible()
  await accessible(page)
  const stranger = await visitor(browser, server.url)
  await stranger.page.goto('/organization/lantern-guild')
  await expect(stranger.page.getByText('还没有公开的资源')).toBeVisible()
  await stranger.page.goto('/user/helper')
  await expect(stranger.page.getByRole('complementary', { name: '团队' }).getByRole('link', { name: '提灯社' })).toBeVisible()
  expect(stranger.complaints).toEqual([])
  await stranger.context.close()
})

test('a new name is shown, and the former link redirects', async () => {
  const { page } = founder
  await page.goto('/organization/lantern-guild/settings')
  await page.getByLabel('名称').fill('远灯社')
  await page.getByLabel('链接').fill('far-lanterns')
  await expect(page.getByText('可以使用。')).toBeVisible()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.waitForURL('**/organization/far-lanterns/settings')
  await page.goto('/organization/lantern-guild')
  await expect(page.getByRole('heading', { level: 1, name: /远灯社/ })).toBeVisible()
  await page.goto('/mod/homing-lamp')
  await expect(page.getByRole('link', { name: '远灯社' }).first()).toBeVisible()
})

test('a project that was moved out belongs to its owner only', async () => {
  const { page } = founder
  await page.goto('/organization/far-lanterns/settings/projects')
  await page.getByLabel('选择 Homing Lamp').check()
  await page.getByRole('button', { name: '移出 1 个' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '移出', exact: true }).click()
  await expect(page.getByText('团队还没有项目')).toBeVisible()
  await expect(async () => expect((await helper.page.goto('/mod/homing-lamp')).status()).toBe(404)).toPass()
  await page.goto('/organization/far-lanterns/settings')
  await page.getByRole('button', { name: '删除团队' }).click()
  await page.getByRole('dialog').getByLabel('输入 远灯社 以确认').fill('远灯社')
  await page.getByRole('dialog').getByRole('button', { name: '删除团队' }).click()
  await page.waitForURL('**/dashboard/organizations')
  await expect(page.getByText('还没有加入团队')).toBeVisible()
  // A free name, and the project that was moved out, answer 404.
  expect(founder.complaints.filter((one) => !one.includes('/v2/user/nobody-of-this-name'))).toEqual([])
  expect(helper.complaints.filter((one) => !one.includes('404'))).toEqual([])
})
