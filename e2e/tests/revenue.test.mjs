// Money from income to a withdrawal: a creator withdraws and follows it, treasurers enter income, approve, hold and settle.
import { visitor } from '../lib/browser.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { command, demoAccounts, explain, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'
import { code } from '../lib/totp.mjs'

test.describe.configure({ mode: 'serial' })

let server, creator, treasurer, admin

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  creator = await visitor(browser, server.url)
  await signIn(creator.context, server, '演示创作者')
  treasurer = await visitor(browser, server.url)
  await signIn(treasurer.context, server, '演示版主')
  admin = await visitor(browser, server.url)
  await signIn(admin.context, server, '演示管理员')
})

test.afterAll(async () => {
  await server?.stop()
})

const region = (page, name) => page.getByRole('region', { name, exact: true })

/** Approves the withdrawal of a card: the question names what is approved. */
async function approve(page, card) {
  await card.getByRole('button', { name: '批准' }).click()
  await page.getByRole('dialog', { name: '批准这笔提现？' }).getByRole('button', { name: '批准' }).click()
}

/** Goes through the steps of a withdrawal up to its confirmation. */
async function withdraw(page, mark, amount) {
  await page.goto('/dashboard/revenue/withdraw')
  await page.getByRole('radio', { name: new RegExp(mark) }).check()
  await page.getByRole('button', { name: '下一步：金额' }).click()
  await page.getByRole('textbox', { name: /金额/ }).fill(amount)
  await page.getByRole('button', { name: '下一步：确认' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '确认提现' }).click()
  await page.waitForURL(/payout=/)
}

test('a creator sees what there is, when more comes, and how a line was made', async () => {
  const { page } = creator
  await page.goto('/dashboard/revenue')
  const figures = region(page, '余额')
  await expect(figures.getByText('可提现', { exact: true })).toBeVisible()
  await expect(figures.getByRole('listitem').first()).toBeVisible()
  const ledger = region(page, '账目')
  await ledger
    .getByRole('button', { name: /查看第 .* 笔的来源/ })
    .first()
    .click()
  await expect(ledger.getByText('net-75/1').first()).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBeFalsy()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('without a second step nothing is withdrawn, and the page says where it is made', async () => {
  const { page } = creator
  await page.goto('/dashboard/revenue/withdraw')
  await expect(page.getByText('还没有启用两步验证或通行密钥。')).toBeVisible()
  await page.getByRole('link', { name: '去启用' }).click()
  await page.waitForURL('**/settings/account**')
  const asked = await command(creator.context, server, 'POST', '/v2/auth/2fa/get_secret')
  const { secret, flow } = await asked.json()
  await command(creator.context, server, 'POST', '/v2/auth/2fa', { code: code(secret), flow })
})

test('a small withdrawal to a known account is paid, and the page follows it', async () => {
  const { page } = creator
  await withdraw(page, '7702', '25')
  await expect(page.getByText('已到账').first()).toBeVisible()
  await page.goto('/dashboard/revenue/transfers')
  await expect(page.getByText('已到账').first()).toBeVisible()
  expect(await findings(page)).toEqual([])
})

test('a withdrawal to a new account waits; one treasurer holds it, another releases and approves it', async () => {
  await withdraw(creator.page, '8804', '30')
  await expect(creator.page.getByText('待批准').first()).toBeVisible()
  await treasurer.page.goto('/moderation/revenue?tab=payouts')
  const card = (page) => page.getByRole('listitem').filter({ hasText: '$29.50' })
  await card(treasurer.page).getByRole('button', { name: '暂扣' }).click()
  await explain(treasurer.page, 'security')
  await expect(creator.page.getByText('已暂扣').first()).toBeVisible()
  await admin.page.goto('/moderation/revenue?tab=payouts&list=held')
  await treasurer.page.goto('/moderation/revenue?tab=payouts&list=held')
  await expect(card(treasurer.page).getByRole('button', { name: '解除暂扣' })).toBeDisabled()
  await card(admin.page).getByRole('button', { name: '解除暂扣' }).click()
  await explain(admin.page, 'complies')
  await admin.page.goto('/moderation/revenue?tab=payouts')
  await approve(admin.page, card(admin.page))
  await expect(creator.page.getByText('退回').first()).toBeVisible()
})

test('one is refused by the provider, and another is cancelled before it is sent', async () => {
  const { page } = creator
  await withdraw(page, '8803', '21')
  await admin.page.goto('/moderation/revenue?tab=payouts')
  await approve(admin.page, admin.page.getByRole('listitem').filter({ hasText: '$20.50' }))
  await expect(page.getByText('支付机构没有付款', { exact: false }).first()).toBeVisible()
  await withdraw(page, '3388', '60')
  await page.getByRole('button', { name: '取消提现' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取消提现' }).last().click()
  await expect(page.getByText('已取消').first()).toBeVisible()
})

test('income is entered by one and confirmed by another, and the trial balance adds up', async () => {
  const { page } = treasurer
  await page.goto('/moderation/revenue?tab=income')
  await page.getByRole('button', { name: '录入收入' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '来源' }).selectOption('ads')
  await dialog.getByRole('textbox', { name: '净额' }).fill('123.45')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'statement.txt', mimeType: 'text/plain', buffer: Buffer.from('123.45') })
  await dialog.getByRole('button', { name: '录入', exact: true }).click()
  await expect(page.getByText('$123.45').first()).toBeVisible()
  await admin.page.goto('/moderation/revenue?tab=income')
  const entry = admin.page.getByRole('listitem').filter({ hasText: '$123.45' }).last()
  await entry.getByRole('button', { name: '确认', exact: true }).click()
  await admin.page.getByRole('dialog', { name: '确认这笔收入？' }).getByRole('button', { name: '确认', exact: true }).click()
  await expect(admin.page.getByText('收入已确认')).toBeVisible()
  await admin.page.goto('/moderation/revenue')
  await expect(admin.page.getByText('所有科目相加为零')).toBeVisible()
  expect(await findings(admin.page)).toEqual([])
})

test('others see nothing of it', async ({ browser }) => {
  const stranger = await visitor(browser, server.url)
  const answer = await stranger.context.request.get(`${server.url}/v3/payout/balance`)
  expect(answer.status()).toBe(401)
  const refused = await creator.context.request.get(`${server.url}/_internal/revenue`)
  expect(refused.ok()).toBeFalsy()
  expect(Object.keys(await demoAccounts(server)).length).toBeGreaterThan(2)
})
