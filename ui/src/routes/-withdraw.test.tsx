import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { PayoutDestination, PayoutDetail, PayoutFees } from '@/features/revenue/types'
import { answer } from '@/testing/answer'
import { user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { balance, destination, destinations as stored, detail, methods, payout, payouts, totals } from '@/testing/revenue'
import { server } from '@/testing/server'

const MINUTE = 60_000
let destinations: PayoutDestination[]
let sent: { body: unknown; key: string | null }[]
let made: PayoutDetail
let fees: (amount: number) => PayoutFees

const quoted = (amount: number): PayoutFees => ({
  net_usd: amount - 18,
  fee: 18,
  exchange_rate: 7.1124,
  currency: 'USD',
  balance_after: 1812.07,
  quote: { id: 'Q1', currency: 'CNY', amount: 21_209.18, rate: 7.1124, until: new Date(Date.now() + 5 * MINUTE).toISOString() },
})

beforeEach(() => {
  localStorage.clear()
  document.cookie = 'modyard_csrf=token; path=/'
  destinations = stored
  sent = []
  fees = quoted
  made = detail(payout('Pay00009', { status: 'in-transit', state: 'waiting', amount: 2982, fee: 18, ended: null, platform_id: null }))
  server.use(
    answer('GET', '/v2/user', () => me),
    answer('GET', '/v3/payout/balance', () => balance),
    answer('GET', '/v3/payout', () => payouts),
    answer('GET', '/v3/payout/totals', () => totals),
    answer('GET', '/v3/payout/methods', () => methods),
    answer('GET', '/v3/payout/destinations', () => destinations),
    answer('GET', '/v3/payout/{id}', () => made),
    answer('POST', '/v3/payout/fees', async ({ request }) => fees(((await request.json()) as { amount: number }).amount)),
    answer('POST', '/v3/payout', async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get('Idempotency-Key') })
      return made
    }),
  )
})

/** The step of the amount, with an amount in its field. */
async function amount(text: string) {
  await userEvent.click(await screen.findByRole('button', { name: '下一步：金额' }))
  const field = await screen.findByRole('textbox', { name: /^金额/ })
  await userEvent.type(field, text)
  return field
}

async function confirm() {
  await userEvent.click(await screen.findByRole('button', { name: '下一步：确认' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: '收款人是我本人，已核对收款账户。' }))
  await userEvent.click(screen.getByRole('button', { name: '确认提现' }))
}

test('a withdrawal goes from the destination over the amount to its state', async () => {
  const { router } = await renderRoute('/dashboard/revenue/withdraw')
  expect(await screen.findByRole('radio', { name: /····7702/ })).toHaveProperty('checked', true)
  expect(screen.getByRole('radio', { name: /····0031/ })).toHaveProperty('disabled', true)
  const field = await amount('3000')
  expect(field.getAttribute('inputmode')).toBe('decimal')
  expect(await screen.findByText('¥21,209.18')).toBeTruthy()
  expect(screen.getByText('−$18.00')).toBeTruthy()
  expect(screen.getByText('提现后余额 $1,812.07。')).toBeTruthy()
  expect(screen.getByText(/^锁定 0[45]:\d\d$/)).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('button', { name: '下一步：确认' })).toHaveProperty('disabled', false))
  await confirm()
  expect(await screen.findByRole('region', { name: '提现进度' })).toBeTruthy()
  expect(await screen.findByText('较大的金额和首次使用的收款账户须由财务人员批准。')).toBeTruthy()
  expect(router.state.location.search).toEqual({ payout: 'Pay00009' })
  expect(sent.map(({ body }) => body)).toEqual([
    { amount: 3000, method_id: 'alipay', method_details: { destination: 'Dst00001' }, fee: 18, rate: '7.1124' },
  ])
  expect(sent[0]?.key).toBeTruthy()
})

test('an amount that cannot be asked for is refused at its field, and nothing is asked', async () => {
  let questions = 0
  fees = (one) => (questions++, quoted(one))
  await renderRoute('/dashboard/revenue/withdraw')
  const field = await amount('4812.08')
  expect(await screen.findByText('可提现余额不足，当前可提现 $4,812.07。')).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(field)
  await userEvent.type(field, '1e3')
  await userEvent.click(screen.getByRole('button', { name: '下一步：确认' }))
  expect(await screen.findByText('请填写金额，最多两位小数，不带逗号。')).toBeTruthy()
  expect(questions).toBe(0)
})

test('all of it, and round amounts, are one press away', async () => {
  await renderRoute('/dashboard/revenue/withdraw')
  const field = await amount('1')
  await userEvent.click(screen.getByRole('button', { name: '全部' }))
  expect(field).toHaveProperty('value', '4812.07')
  await userEvent.click(screen.getByRole('button', { name: '$500' }))
  expect(field).toHaveProperty('value', '500.00')
  expect(screen.getByRole('button', { name: '$500' }).getAttribute('aria-pressed')).toBe('true')
})

test('a quote that changed is shown anew and confirmed again', async () => {
  let first = true
  server.use(
    answer('POST', '/v3/payout', async ({ request }) => {
      sent.push({ body: await request.json(), key: request.headers.get('Idempotency-Key') })
      if (!first) return made
      first = false
      fees = (one) => ({ ...quoted(one), fee: 20, quote: null })
      return HttpResponse.json({ error: 'quote_changed', description: '手续费已变更为 20.00', field: 'amount' }, { status: 409 })
    }),
  )
  await renderRoute('/dashboard/revenue/withdraw')
  await amount('3000')
  await screen.findByText('¥21,209.18')
  await confirm()
  expect(await screen.findByText('手续费或汇率已变化，请核对新的金额后再次确认。')).toBeTruthy()
  expect(await screen.findByText('−$20.00')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('button', { name: '确认提现' })).toHaveProperty('disabled', false))
  await userEvent.click(screen.getByRole('button', { name: '确认提现' }))
  await screen.findByRole('region', { name: '提现进度' })
  expect(sent.map(({ body }) => (body as { fee: number }).fee)).toEqual([18, 20])
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
})

test('a refusal stands at the step that it concerns', async () => {
  server.use(
    answer('POST', '/v3/payout', () =>
      HttpResponse.json(
        { error: 'destination_resting', description: '新的收款账户明天起才能使用。', field: 'method_details.destination' },
        { status: 400 },
      ),
    ),
  )
  await renderRoute('/dashboard/revenue/withdraw')
  await amount('3000')
  await screen.findByText('¥21,209.18')
  await confirm()
  expect((await screen.findByRole('alert')).textContent).toContain('新的收款账户明天起才能使用。')
  expect(screen.getByRole('button', { name: '下一步：金额' })).toBeTruthy()
})

test('the state of a withdrawal follows until it has ended, and says why it failed', async () => {
  made = { ...made, state: 'failed', status: 'failed', code: 'account_invalid', ended: '2026-11-22T00:00:00Z' }
  await renderRoute('/dashboard/revenue/withdraw?payout=Pay00009')
  expect(await screen.findByText('支付机构没有付款，金额与手续费已退还余额。')).toBeTruthy()
  expect(screen.getByText('收款账户无效')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '取消提现' })).toBeNull()
})

test('a held withdrawal shows the reason', async () => {
  made = { ...made, state: 'held', reason: '安全原因：请联系我们' }
  await renderRoute('/dashboard/revenue/withdraw?payout=Pay00009')
  expect(await screen.findByText('安全原因：请联系我们')).toBeTruthy()
  expect(screen.getByText('财务人员正在核查这笔提现，款项没有发出。')).toBeTruthy()
})

test('a destination is added from the fields of its method, with errors at the field', async () => {
  destinations = []
  const bodies: unknown[] = []
  server.use(
    answer('POST', '/v3/payout/destinations', async ({ request }) => {
      const body = (await request.json()) as { details: { account: string } }
      bodies.push(body)
      if (body.details.account === 'x')
        return HttpResponse.json({ error: 'invalid_input', description: '账号的格式不正确。', field: 'details.account' }, { status: 400 })
      destinations = [destination('Dst00003', { used: false, rests: new Date(Date.now() + 24 * 60 * MINUTE).toISOString() })]
      return destinations[0] ?? destination('')
    }),
  )
  await renderRoute('/dashboard/revenue/destinations')
  await userEvent.click(await screen.findByRole('button', { name: '添加收款账户' }))
  const dialog = within(await screen.findByRole('dialog', { name: '添加收款账户' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /^账号/ }), 'x')
  await userEvent.click(dialog.getByRole('button', { name: '添加' }))
  expect(await dialog.findByText('请填写姓名。')).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox', { name: /^姓名/ }), '半枚')
  await userEvent.click(dialog.getByRole('button', { name: '添加' }))
  expect(await dialog.findByText('账号的格式不正确。')).toBeTruthy()
  expect(dialog.getByRole('textbox', { name: /^账号/ }).getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(dialog.getByRole('textbox', { name: /^账号/ }), '@example.com')
  await userEvent.click(dialog.getByRole('button', { name: '添加' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(/ 起可用$/)).toBeTruthy()
  expect(bodies.at(-1)).toEqual({ method_id: 'alipay', details: { name: '半枚', account: 'x@example.com' } })
})

test('a destination is removed after a question', async () => {
  let removed = ''
  server.use(
    answer('DELETE', '/v3/payout/destinations/{id}', ({ params }) => {
      removed = String(params.id)
      return undefined
    }),
  )
  await renderRoute('/dashboard/revenue/destinations')
  await userEvent.click(await screen.findByRole('button', { name: '移除 ····7702' }))
  const dialog = within(await screen.findByRole('dialog', { name: '移除收款账户 ····7702？' }))
  await userEvent.click(dialog.getByRole('button', { name: '移除' }))
  await waitFor(() => expect(removed).toBe('Dst00001'))
})
