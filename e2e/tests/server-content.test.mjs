// The content of a server: from the search onto its disk, and what its owner does with it there, in the demonstration with its own node.
import { visitor } from '../lib/browser.mjs'
import { eventually } from '../lib/eventually.mjs'
import { signIn, signUp } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const password = 'hundred-silent-lanterns'
const hosting = '/hosting/modyard/v0/servers'
/** The node looks at the disk every ten seconds. */
const seen = { timeout: 60_000 }
let demo, owner, sid, title, newest

const ask = async (path) => (await owner.context.request.get(`${demo.url}${path}`)).json()
/** Until the node has looked again, a file that was just replaced is listed beside the new one, as unmanaged. */
const row = () => owner.page.getByRole('row').filter({ hasText: title }).filter({ hasNotText: '未受管' })
const choose = async (item) => {
  await row()
    .getByRole('button', { name: `「${title}」的操作` })
    .click()
  await owner.page.getByRole('menuitem', { name: item }).click()
}

test.beforeAll(async ({ browser }) => {
  demo = await Server.start('--demo', '--demo-node')
  owner = await visitor(browser, demo.url)
  await eventually(() => signIn(owner.context, demo, '演示创作者'))
})

test.afterAll(async () => {
  await demo?.stop()
})

test('the owner goes from an empty list to the search, which keeps to the server’s loader and version', async () => {
  const { page } = owner
  const find = async () => {
    const { servers } = await ask(`${hosting}?limit=100&offset=0`)
    const found = servers.find((one) => one.host?.connected && /^(fabric|forge|neoforge|quilt)$/i.test(one.loader ?? ''))
    if (!found) throw new Error(`no connected server for mods: ${JSON.stringify(servers.map(({ name, loader }) => [name, loader]))}`)
    return found
  }
  // The node joins when the set is loaded.
  const own = await eventually(find, 120_000)
  sid = own.server_id
  await page.goto(`/servers/manage/${sid}`)
  await page.getByRole('link', { name: '内容', exact: true }).click()
  await expect(page.getByText('还没有内容')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '模组', exact: true }).click()
  await page.waitForURL(`**/mods?sid=${sid}`)
  const card = page.getByRole('region', { name: '安装到服务器' })
  await expect(card.getByRole('link', { name: own.name })).toHaveAttribute('href', `/servers/manage/${sid}/content`)
  await expect(card).toContainText(own.mc_version)
})

test('a mod is installed from the search, and stands on the server’s disk', async () => {
  const { page } = owner
  const install = page.getByRole('button', { name: 'Install', exact: true })
  await expect(install.first()).toBeVisible()
  // One with an older version for the same place, so that there is something to update.
  const { loader, mc_version: game } = await ask(`${hosting}/${sid}`)
  const facets = JSON.stringify([[`categories:${loader.toLowerCase()}`], [`versions:${game}`], ['project_types:mod']])
  const { hits } = await ask(`/v2/search?limit=20&facets=${encodeURIComponent(facets)}`)
  for (const hit of hits) {
    const versions = await ask(`/v2/project/${hit.project_id}/version?include_changelog=false`)
    const fitting = versions.filter(
      (one) => one.files.length > 0 && one.game_versions.includes(game) && one.loaders.includes(loader.toLowerCase()),
    )
    if (fitting.length < 2 || fitting[0].version_type !== 'release') continue
    title = hit.title_zh || hit.title
    newest = fitting[0].version_number
    break
  }
  expect(title, 'the demonstration has a mod with two versions for the server').toBeTruthy()
  await page.getByRole('textbox', { name: /搜索模组/ }).fill(title)
  const result = page.getByRole('article').filter({ has: page.getByRole('link', { name: title, exact: true }) })
  await result.getByRole('button', { name: `查看与「${title}」一并装上的资源` }).click()
  const outlook = page.getByRole('dialog', { name: `与「${title}」一并装上的资源` })
  await expect(outlook).toContainText(`会装上版本 ${newest}。`)
  await page.keyboard.press('Escape')
  await expect(outlook).toHaveCount(0)
  await page.getByRole('switch', { name: '一并安装前置资源' }).click() // the journey is about this one
  await result.getByRole('button', { name: 'Install', exact: true }).click()
  const done = result.getByRole('button', { name: 'Installed', exact: true })
  await expect(done).toBeDisabled()
  await page.getByRole('region', { name: '安装到服务器' }).getByRole('link').first().click()
  await expect(row().getByText('已安装')).toBeVisible(seen)
  await expect(row().getByText(newest, { exact: true })).toBeVisible()
})

test('what is installed can be hidden in the search', async () => {
  const { page } = owner
  await page.getByRole('button', { name: '添加内容' }).click()
  await page.getByRole('menuitem', { name: '模组' }).click()
  const link = page.getByRole('article').getByRole('link', { name: title, exact: true })
  await page.getByRole('textbox', { name: /搜索模组/ }).fill(title)
  await expect(link).toBeVisible()
  await page.getByRole('switch', { name: 'Hide already installed' }).click()
  await expect(link).toHaveCount(0)
  await page.goto(`/servers/manage/${sid}/content`)
})

test('the owner disables it and enables it again, on the disk', async () => {
  const power = row().getByRole('switch', { name: `启用「${title}」` })
  await power.click()
  await expect(row().getByText('已停用')).toBeVisible()
  await expect(async () => {
    const [mod] = await ask(`${hosting}/${sid}/mods`)
    expect(mod.filename).toMatch(/\.disabled$/)
  }).toPass(seen)
  await expect(power).not.toBeChecked()
  await power.click()
  await expect(row().getByText('已安装')).toBeVisible()
  await expect(async () => {
    const [mod] = await ask(`${hosting}/${sid}/mods`)
    expect(mod.disabled).toBe(false)
  }).toPass(seen)
})

test('the owner changes to an older version, a pin holds it back, and without the pin it is updated', async () => {
  const { page } = owner
  await choose('更换版本')
  const dialog = page.getByRole('dialog', { name: `更换「${title}」的版本` })
  await dialog.getByRole('radio').nth(1).check()
  await dialog.getByRole('button', { name: '更换' }).click()
  await expect(dialog).toBeHidden()
  await expect(row().getByText('已安装')).toBeVisible(seen)
  await expect(row().getByText('有更新')).toBeVisible()
  await choose('固定版本')
  await expect(row().getByRole('img', { name: '已固定' })).toBeVisible()
  await expect(page.getByText('跳过 1 个已固定的')).toBeVisible()
  await expect(page.getByRole('button', { name: /全部更新/ })).toBeDisabled()
  await choose('取消固定')
  await page.getByRole('button', { name: /全部更新/ }).click()
  await expect(row().getByText(newest, { exact: true })).toBeVisible()
  await expect(row().getByText('已安装')).toBeVisible(seen)
  await expect(row().getByText('有更新')).toHaveCount(0)
})

test('who only looks on sees the content and changes nothing', async ({ browser }) => {
  const { page } = owner
  const member = await visitor(browser, demo.url)
  await signUp(member.page, '路过的看客', password)
  await page.goto(`/servers/manage/${sid}/options/members`)
  await page.getByLabel('用户名').fill('路过的看客')
  await page.getByRole('combobox', { name: '角色', exact: true }).click()
  await page.getByRole('option', { name: '旁观者' }).click()
  await page.getByRole('button', { name: '邀请', exact: true }).click()
  await expect(page.getByText('已发出邀请').first()).toBeVisible()
  await member.page.goto('/servers/manage')
  await member.page.getByRole('button', { name: /^接受「/ }).click()
  await expect(member.page.getByRole('button', { name: /^接受「/ })).toHaveCount(0)
  await member.page.goto(`/servers/manage/${sid}/content`)
  await expect(member.page.getByText('你只能查看内容')).toBeVisible()
  await expect(member.page.getByRole('row').filter({ hasText: title }).getByText('已安装')).toBeVisible()
  await expect(member.page.getByRole('button', { name: '添加内容' })).toBeDisabled()
  await expect(member.page.getByRole('switch', { name: `启用「${title}」` })).toBeDisabled()
  await member.page.goto(`/mods?sid=${sid}`)
  await expect(member.page.getByText('管理内容需要所有者或管理者的角色').first()).toBeVisible()
  await expect(member.page.getByRole('button', { name: /^Install/ }).first()).toBeDisabled()
})

test('the owner deletes it, takes that back, and deletes it for good', async () => {
  const { page } = owner
  await page.goto(`/servers/manage/${sid}/content`)
  const remove = async () => {
    await choose('删除')
    await page
      .getByRole('dialog', { name: `删除「${title}」？` })
      .getByRole('button', { name: '删除' })
      .click()
    await expect(row()).toHaveCount(0)
  }
  await remove()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(row().getByText('已安装')).toBeVisible(seen)
  await remove()
  await expect(async () => expect(await ask(`${hosting}/${sid}/mods`)).toEqual([])).toPass(seen)
})
