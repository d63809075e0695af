// The staff looks at what waits, and bars a writer from a section of the forum for a while.
import { visitor } from '../lib/browser.mjs'
import { complete, findings, overflow } from '../lib/look.mjs'
import { command, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

let server, owner, staff

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  owner = await visitor(browser, server.url)
  await signIn(owner.context, server, '演示创作者')
  staff = await visitor(browser, server.url)
  await signIn(staff.context, server, '演示版主')
})

test.afterAll(async () => {
  await server?.stop()
})

test('the staff bars a writer from a section, who reads why, and lets them write again', async () => {
  const made = await command(owner.context, server, 'POST', '/v3/forum', { title: '灯笼怎么挂', content: '求教。', forum_type: 'chat' })
  const { discussion: id } = await made.json()
  const { page } = staff
  await page.goto(`/d/${id}`)
  await page.getByRole('button', { name: '更多操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '禁言…', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '禁言 演示创作者' })
  await dialog.getByRole('combobox', { name: '原因' }).selectOption('spam')
  await dialog.getByRole('button', { name: '禁言', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await owner.page.goto(`/d/${id}`)
  await expect(owner.page.getByText(/之前不能在此发言，原因：垃圾内容/)).toBeVisible()
  await page.goto('/moderation/posts')
  await page.getByRole('button', { name: '通过 望远镜 的发言', exact: true }).click()
  await expect(page.getByText('没有等待查看的发言')).toBeVisible()
  await page.getByRole('link', { name: '矿工茶馆的禁言' }).click()
  await page.getByRole('button', { name: '解除 演示创作者 的禁言' }).click()
  await expect(page.getByText('没有人被禁言')).toBeVisible()
  await owner.page.reload()
  await expect(owner.page.getByRole('textbox', { name: '回复内容' })).toBeVisible()
  await complete(page)
  expect(await findings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBeUndefined()
  for (const { complaints } of [owner, staff]) expect(complaints).toEqual([])
})
