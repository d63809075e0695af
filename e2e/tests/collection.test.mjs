// Following a project and saving it in a collection, as the player and as another account.
import { visitor } from '../lib/browser.mjs'
import { showsAt } from '../lib/eventually.mjs'
import { findings } from '../lib/look.mjs'
import { command, demoAccounts, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

let server, player, other, project, address

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  player = await visitor(browser, server.url)
  other = await visitor(browser, server.url)
  const { hits } = await fetch(
    `${server.url}/v2/search?index=downloads&limit=3&facets=${encodeURIComponent('[["project_type:mod"]]')}`,
  ).then((r) => r.json())
  project = hits[2]
  player.password = (await demoAccounts(server))['演示版主']
})

test.afterAll(async () => {
  await server?.stop()
})

const path = () => `/${project.url_type}/${project.slug}`
const followers = (page) => page.locator('.subject__facts b').nth(1).textContent()

async function clean(page, what) {
  await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => undefined))))
  expect(await findings(page), what).toEqual([])
}

test('a visitor who presses 关注 is asked to sign in and comes back', async () => {
  const { page } = player
  await page.goto(path())
  await page.getByRole('button', { name: '关注', exact: true }).click()
  await page.waitForURL(/\/auth\/sign-in\?redirect=/)
  await page.getByLabel('用户名或邮箱').fill('演示版主')
  await page.getByLabel('密码', { exact: false }).first().fill(player.password)
  await page.getByRole('button', { name: '登录', exact: true }).last().click()
  await page.waitForURL(`**${path()}`)
})

test('a follow is counted at once, also in search, and survives a reload', async () => {
  const { page } = player
  const button = page.getByRole('button', { name: '关注', exact: true })
  await expect(button).toBeVisible()
  const before = Number(await followers(page))
  const taken = page.waitForResponse((answer) => answer.url().endsWith('/follow'))
  await button.click()
  await expect(page.getByRole('button', { name: '已关注', pressed: true })).toBeVisible()
  await expect(async () => expect(Number(await followers(page))).toBe(before + 1)).toPass()
  await taken
  await page.reload()
  await expect(page.getByRole('button', { name: '已关注', pressed: true })).toBeVisible()
  await expect(async () => expect(Number(await followers(page))).toBe(before + 1)).toPass()
  await expect(async () => {
    const { hits } = await fetch(`${server.url}/v2/search?index=follows&limit=100&query=${encodeURIComponent(project.title)}`).then((r) =>
      r.json(),
    )
    expect(hits.find((hit) => hit.project_id === project.project_id)?.follows).toBe(before + 1)
  }).toPass()
  await page.goto('/collection/following')
  await expect(page.getByRole('link', { name: project.title_zh ?? project.title }).first()).toBeVisible()
})

test('saves to a new private collection from the popover', async () => {
  const { page } = player
  await page.goto(path())
  await page.getByRole('button', { name: '收藏', exact: true }).click()
  await expect(page.getByText('还没有收藏夹，先建一个吧。')).toBeVisible()
  await page.getByRole('button', { name: '创建收藏夹' }).click()
  const dialog = page.getByRole('dialog', { name: '创建收藏夹' })
  await dialog.getByRole('button', { name: '创建', exact: true }).click()
  await expect(dialog.getByText('名称须为 3 至 64 个字符。')).toBeVisible()
  await dialog.getByLabel('名称').fill('夜里再装')
  await dialog.getByLabel('简介').fill('等周末。')
  await dialog.getByRole('radio', { name: /^私密/ }).check()
  await clean(page, 'create dialog')
  await dialog.getByRole('button', { name: '创建', exact: true }).click()
  await expect(page.getByText('已收入「夜里再装」').first()).toBeVisible()
  await page.getByRole('button', { name: '已收藏' }).click()
  await expect(page.getByRole('checkbox', { name: '夜里再装' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: '夜里再装' })).toBeChecked()
  await clean(page, 'save popover')
  await page.keyboard.press('Escape')
})

test('finds it on the dashboard and opens its page', async () => {
  const { page } = player
  await page.goto('/dashboard/collections')
  await expect(page.getByRole('link', { name: '关注的资源' })).toBeVisible()
  await clean(page, 'dashboard')
  await page.getByRole('link', { name: '夜里再装' }).click()
  await page.waitForURL('**/collection/*')
  address = new URL(page.url()).pathname
  await expect(page.getByRole('heading', { level: 1, name: /夜里再装/ })).toBeVisible()
  await expect(page.getByRole('link', { name: project.title_zh ?? project.title }).first()).toBeVisible()
  await clean(page, 'collection')
})

test('others see it only when it is public', async () => {
  await other.page.goto(address)
  await expect(other.page.getByText('Collection not found').first()).toBeVisible()
  const { page } = player
  await page.getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑收藏夹' })
  await dialog.getByLabel('名称').fill('夜里一起装')
  await dialog.getByRole('radio', { name: /^公开/ }).check()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /夜里一起装/ })).toBeVisible()
  await showsAt(other.page, undefined, other.page.getByRole('heading', { level: 1, name: /夜里一起装/ }))
  await expect(other.page.getByRole('button', { name: '编辑' })).toHaveCount(0)
})

test('removes the project, and deletes the collection permanently', async () => {
  const { page } = player
  await page.getByRole('button', { name: /^把 .* 移出收藏夹$/ }).click()
  await expect(page.getByText('已移出 1 个资源').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: '这个收藏夹还是空的' })).toBeVisible()
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '删除收藏夹' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '永久删除' }).click()
  await page.waitForURL('**/dashboard/collections')
  await expect(page.getByRole('heading', { name: '还没有自己的收藏夹' })).toBeVisible()
  await showsAt(other.page, undefined, other.page.getByText('Collection not found').first())
})

test('no page logged an error', () => {
  const known = /\/collection\/\w{8}\b/ // a missing collection answers 404, which a browser logs
  expect([...player.complaints, ...other.complaints].filter((c) => !(c.includes('404') && known.test(c)))).toEqual([])
})

test('a private collection is gone after signing out, also on the way back', async ({ browser }) => {
  const owner = await visitor(browser, server.url)
  await signIn(owner.context, server, '演示创作者')
  const { page } = owner
  const made = await command(owner.context, server, 'POST', '/v3/collection', { name: '只给自己看', status: 'private', projects: [] })
  const { id } = await made.json()
  await page.goto(`/collection/${id}`)
  await expect(page.getByRole('heading', { name: '只给自己看' })).toBeVisible()
  await page.getByRole('navigation', { name: '资源类型' }).getByRole('link', { name: '模组', exact: true }).click()
  await page.waitForURL('**/mods')
  await page.getByRole('button', { name: '我的账户' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page.getByRole('link', { name: '登录', exact: true }).first()).toBeVisible()
  await page.goBack()
  await page.waitForURL(`**/collection/${id}`)
  await expect(page).toHaveTitle(/收藏夹不存在/)
  await expect(page.getByText('只给自己看')).toHaveCount(0)
  await owner.context.close()
})

test('a private collection is gone from the page on which its owner signs out', async ({ browser }) => {
  const owner = await visitor(browser, server.url)
  await signIn(owner.context, server, '演示创作者')
  const { page } = owner
  const made = await command(owner.context, server, 'POST', '/v3/collection', { name: '只给自己看', status: 'private', projects: [] })
  const { id } = await made.json()
  await page.goto(`/collection/${id}`)
  await expect(page.getByRole('heading', { name: '只给自己看' })).toBeVisible()
  await page.getByRole('button', { name: '我的账户' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveTitle(/收藏夹不存在/)
  await expect(page.getByText('只给自己看')).toHaveCount(0)
  await owner.context.close()
})
