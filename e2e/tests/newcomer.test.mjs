// A new account answers with a link, which waits; the staff lets it stand, its author is told, and chooses to hear no more of the discussion.
import { visitor } from '../lib/browser.mjs'
import { linkOf } from '../lib/letters.mjs'
import { complete, findings, overflow } from '../lib/look.mjs'
import { command, signIn, signUp } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const name = '初来的人'
let server, person, author, staff, reader, path

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  person = await visitor(browser, server.url)
  await signUp(person.page, name, 'hundred-silent-lanterns')
  await person.page.goto(await linkOf(server, '/auth/verify-email'))
  await expect(person.page.getByRole('heading', { name: '邮箱已验证' })).toBeVisible()
  author = await visitor(browser, server.url)
  await signIn(author.context, server, '演示创作者')
  staff = await visitor(browser, server.url)
  await signIn(staff.context, server, '演示版主')
  reader = await visitor(browser, server.url)
  const opened = await command(author.context, server, 'POST', '/v3/forum', { title: '灯笼怎么挂', content: '求教。', forum_type: 'chat' })
  path = `/d/${(await opened.json()).discussion}`
})

test.afterAll(async () => {
  await server?.stop()
})

const floor = (page) => page.locator('#floor-1')
const told = async ({ context }) => (await (await context.request.get(`${server.url}/_internal/notifications`)).json()).notifications
const write = async (page, text) => {
  await page.getByRole('textbox', { name: '回复内容' }).click()
  await page.keyboard.type(text)
  await page.getByRole('button', { name: '发表回复' }).click()
}

test('the answer with a link is read by its author alone, and the next one waits a minute', async () => {
  const { page } = person
  await page.goto(path)
  await complete(page)
  await write(page, '看 https://lanterns.example/hang 这里。')
  await expect(floor(page)).toContainText('等待管理人员查看')
  await expect(floor(page)).toContainText('lanterns.example')
  await reader.page.goto(path)
  await expect(floor(reader.page)).toContainText('此楼已被隐藏')
  await expect(floor(reader.page)).not.toContainText('lanterns.example')
  await write(page, '再说一句。')
  await expect(page.getByText(/^\d+ 秒后可以再次发表$/)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBeUndefined()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the staff lets it stand, everybody reads it, and its author is told', async () => {
  const { page } = staff
  await person.page.goto('/dashboard/notifications') // who looks at the discussion has read what is said of it
  await page.goto('/moderation/posts')
  await page.getByRole('button', { name: `通过 ${name} 的发言`, exact: true }).click()
  await expect(page.getByText('已通过，所有人都能看到')).toBeVisible()
  await reader.page.reload()
  await expect(floor(reader.page)).toContainText('lanterns.example')
  await expect(person.page.getByRole('link', { name: '你的内容已公开显示' })).toBeVisible()
  await person.page.getByRole('link', { name: '你的内容已公开显示' }).click()
  await person.page.waitForURL(`**${path}#floor-1`)
})

test('who wants to hear no more of the discussion is not told of answers either', async () => {
  const { page } = person
  await complete(page)
  await page.getByRole('button', { name: '已关注' }).click()
  const never = page.getByRole('menuitemradio', { name: /^不再通知/ })
  await expect(never).toHaveAttribute('aria-checked', 'false')
  await never.click()
  await expect(page.getByRole('button', { name: '已静音' })).toBeVisible()
  const before = (await told(person)).length
  const { posts } = await (await reader.context.request.get(`${server.url}/v3${path.replace('/d/', '/forum/')}/posts`)).json()
  await command(staff.context, server, 'POST', `/v3${path.replace('/d/', '/forum/')}/post`, {
    content: `谢谢 @${name}`,
    replied_to: posts[0].post_id,
  })
  await page.reload()
  await expect(page.locator('#floor-2')).toContainText('谢谢')
  await expect(page.getByRole('button', { name: '已静音' })).toBeVisible()
  expect(await told(person)).toHaveLength(before)
  for (const { complaints } of [author, staff, reader]) expect(complaints).toEqual([])
})
