// A translator says which version a language pack translates; the original's owner rejects with a reason, the translator
// asks again, the staff accepts, visitors see it, and it is revoked.
import { archive } from '../lib/archive.mjs'
import { visitor } from '../lib/browser.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { command, signIn, signUp } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

let server, translator, owner, staff, original, pack

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  owner = await visitor(browser, server.url)
  await signIn(owner.context, server, '演示创作者')
  staff = await visitor(browser, server.url)
  await signIn(staff.context, server, '演示版主')
  translator = await visitor(browser, server.url)
  await signUp(translator.page, 'ferryman', 'twelve-painted-ferries')
  original = await (await fetch(`${server.url}/_internal/project/build-contest-kit`)).json()
  pack = await upload(translator, 'contest-kit-zh')
})

test.afterAll(async () => {
  await server?.stop()
})

/** A public language pack of the translator with one version. */
async function upload({ context }, slug) {
  const cookie = (await context.cookies(server.url)).find((one) => one.name === 'modyard_csrf')
  const data = {
    title: '建筑赛汉化',
    slug,
    description: '建筑赛工具的完整译文',
    body: '由一人翻译与校对。',
    project_type: 'language',
    categories: [],
    client_side: 'required',
    server_side: 'unsupported',
    license_id: 'MIT',
    is_draft: true,
    initial_versions: [
      {
        name: '首版',
        version_number: '1.0.0',
        changelog: '首发',
        dependencies: [],
        game_versions: ['1.21.1'],
        version_type: 'release',
        loaders: ['language'],
        featured: true,
        file_parts: ['file'],
        primary_file: 'file',
      },
    ],
  }
  const made = await context.request.post(`${server.url}/v2/project`, {
    headers: { 'X-CSRF-Token': cookie?.value ?? '', Origin: server.url },
    multipart: {
      data: { name: 'data.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(data)) },
      file: {
        name: 'contest-kit-zh.zip',
        mimeType: 'application/zip',
        buffer: archive({ 'pack.mcmeta': '{"pack":{"pack_format":15,"description":"Contest kit"}}' }),
      },
    },
  })
  expect(made.ok(), await made.text()).toBeTruthy()
  const { id, versions } = await made.json()
  await command(context, server, 'PATCH', `/v2/project/${id}`, { status: 'processing' })
  await command(staff.context, server, 'PATCH', `/v2/project/${id}`, { status: 'approved', reason: { code: 'complies' } })
  return { id, slug, version: versions[0] }
}

const settings = (slug, type) => `/${type}/${slug}/settings/translations`

test('the translator asks for the newest version of the original', async () => {
  const { page } = translator
  await page.goto(settings(pack.slug, 'language'))
  await expect(page.getByText('没有待审核的汉化')).toBeVisible()
  await page.getByRole('button', { name: '添加所汉化的版本' }).click()
  const dialog = page.getByRole('dialog', { name: '添加所汉化的版本' })
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(dialog.getByText('请选择原资源。')).toBeVisible()
  await dialog.getByPlaceholder('按名称查找').fill(original.title)
  await dialog
    .getByRole('button', { name: original.title_zh ?? original.title })
    .first()
    .click()
  await dialog.getByRole('checkbox', { name: original.versions[0].version_number }).first().check()
  await dialog.getByRole('textbox', { name: '说明' }).fill('界面与手册全部译完')
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText('界面与手册全部译完')).toBeVisible()
  expect(await overflow(page)).toBeFalsy()
})

test('the owner of the original is notified and rejects with a reason', async () => {
  const { page } = owner
  await page.goto('/dashboard/notifications')
  await page.getByRole('link', { name: '有汉化等待审核' }).first().click()
  await page.waitForURL('**/settings/translations')
  const card = page.getByRole('listitem').filter({ hasText: '界面与手册全部译完' })
  await card.getByRole('button', { name: '拒绝' }).click()
  const dialog = page.getByRole('dialog', { name: '拒绝汉化' })
  await dialog.getByRole('button', { name: '拒绝' }).click()
  await expect(dialog.getByText('请写明理由。')).toBeVisible()
  await dialog.getByRole('textbox', { name: '理由' }).fill('手册缺最后一章')
  await dialog.getByRole('button', { name: '拒绝' }).click()
  await expect(page.getByText('没有待审核的汉化')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: /已拒绝/ }).click()
  await expect(page.getByText('手册缺最后一章')).toBeVisible()
  expect(await overflow(page)).toBeFalsy()
  expect(await findings(page)).toEqual([])
})

test('the translator reads the reason and the thread, and asks again', async () => {
  const { page } = translator
  await page.goto(`${settings(pack.slug, 'language')}?status=rejected`)
  const card = page.getByRole('listitem').filter({ hasText: '手册缺最后一章' }).first()
  await card.getByRole('button', { name: '会话' }).click()
  await expect(card.getByText('已拒绝汉化。')).toBeVisible()
  await card.getByRole('button', { name: '再次申请' }).click()
  const dialog = page.getByRole('dialog', { name: '再次申请汉化审核' })
  await dialog.getByRole('textbox', { name: '留言' }).fill('已经补上')
  await dialog.getByRole('button', { name: '再次申请' }).click()
  await expect(page.getByText('没有已拒绝的汉化')).toBeVisible()
})

test('the staff accepts, and visitors see it in the download dialog', async ({ browser }) => {
  const { page } = staff
  await page.goto('/moderation')
  await expect(page.getByText('待审核的汉化')).toBeVisible()
  await page.goto('/moderation/translations')
  const card = page.getByRole('listitem').filter({ hasText: '界面与手册全部译完' })
  expect(await findings(page)).toEqual([])
  await card.getByRole('button', { name: '通过' }).click()
  await page.getByRole('dialog', { name: '通过汉化' }).getByRole('button', { name: '通过' }).click()
  await expect(page.getByText('汉化已通过')).toBeVisible()
  const guest = await visitor(browser, server.url)
  await guest.page.goto(`/${original.url_type}/${original.slug}/version/${original.versions[0].id}`)
  await expect(guest.page.getByText('建筑赛汉化')).toBeVisible()
  await expect(guest.page.getByText('界面与手册全部译完')).toBeVisible()
  const { versions } = await (await fetch(`${server.url}/v2/project/${original.id}`)).json()
  expect(versions).toContain(original.versions[0].id)
  const doc = await (await fetch(`${server.url}/v3/version/${original.versions[0].id}`)).json()
  expect(doc.translated_by).toEqual([{ joining_version_id: pack.version, language_code: 'zh_CN', description: '界面与手册全部译完' }])
})

test('the owner revokes it, and it is gone', async ({ browser }) => {
  const { page } = owner
  await page.goto(`${settings(original.slug, original.url_type)}?status=approved`)
  const card = page.getByRole('listitem').filter({ hasText: '界面与手册全部译完' })
  await card.getByRole('button', { name: '撤销' }).click()
  const dialog = page.getByRole('dialog', { name: '撤销汉化' })
  await dialog.getByRole('button', { name: '撤销' }).click()
  await expect(page.getByText('没有已通过的汉化')).toBeVisible()
  const guest = await visitor(browser, server.url)
  await guest.page.goto(`/${original.url_type}/${original.slug}/version/${original.versions[0].id}`)
  await expect(guest.page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(guest.page.getByText('建筑赛汉化')).toHaveCount(0)
  await translator.page.goto('/dashboard/notifications')
  await expect(translator.page.getByText('你的汉化被撤销')).toBeVisible()
})
