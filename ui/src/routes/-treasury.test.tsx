import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Treasury, TreasuryPayout } from '@/features/revenue/treasury-types'
import { askReasonsWith } from '@/lib/api/reason'
import { answer } from '@/testing/answer'
import { user as me } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import { batch, correction, day, frozen, keeper, month, other, preview, treasury as base, waiting } from '@/testing/treasury'

let treasury: Treasury
let payouts: TreasuryPayout[]
let sent: { path: string; body: unknown }[]

const note = async ({ request }: { request: Request }) => {
  const text = await request.text()
  sent.push({ path: new URL(request.url).pathname.replace('/_internal/revenue', ''), body: text === '' ? undefined : JSON.parse(text) })
  return undefined
}

beforeEach(() => {
  localStorage.clear()
  document.cookie = 'modyard_csrf=token; path=/'
  treasury = base
  payouts = [waiting('Pay00001'), waiting('Pay00002', { user: keeper }), waiting('Pay00003', { approvals: [keeper], needs: 1 })]
  sent = []
  askReasonsWith(() => Promise.resolve(reason))
  server.use(
    answer('GET', '/v2/user', () => me),
    answer('GET', '/_internal/revenue', () => treasury),
    answer('GET', '/_internal/revenue/payouts', () => payouts),
    answer('GET', '/_internal/revenue/batches', () => [batch]),
    answer('GET', '/_internal/revenue/days', () => [day]),
    answer('GET', '/_internal/revenue/days/{day}/preview', () => preview),
    answer('GET', '/_internal/revenue/months', () => [month]),
    answer('GET', '/_internal/revenue/corrections', () => [correction]),
    answer('GET', '/_internal/revenue/frozen', () => [frozen]),
    answer('POST', '/_internal/revenue/payouts/{id}/approve', note),
    answer('POST', '/_internal/revenue/payouts/{id}/hold', note),
    answer('POST', '/_internal/revenue/payouts/{id}/judge', note),
    answer('POST', '/_internal/revenue/days/{day}/share', note),
    answer('POST', '/_internal/revenue/days/{day}/income/{entry}/confirm', note),
    answer('POST', '/_internal/revenue/months/{month}/settle', note),
    answer('POST', '/_internal/revenue/corrections/{id}/confirm', note),
    answer('POST', '/_internal/revenue/wallets/{id}/thaw', note),
    answer('POST', '/_internal/revenue/pause', note),
  )
})

afterEach(() => askReasonsWith(undefined))

/** Why, as the staff says it before a command is sent. */
const reason = { code: 'security' }

test('treasurers see what waits and a trial balance that sums to zero', async () => {
  await renderRoute('/moderation/revenue')
  const waits = within(await screen.findByRole('region', { name: '等待处理' }))
  expect(waits.getByRole('link', { name: /^不明\s?1$/ }).getAttribute('href')).toBe('/moderation/revenue?tab=payouts&list=unclear')
  const trial = within(screen.getByRole('region', { name: '试算表' }))
  expect(trial.getByText('所有科目相加为零')).toBeTruthy()
  expect(trial.getByRole('row', { name: '合计 $1,000.00 $1,000.00' })).toBeTruthy()
  expect(document.title).toBe('资金 - Modyard')
})

test('a trial balance that does not sum to zero is an alarm', async () => {
  treasury = { ...base, balance: base.balance.slice(0, 2) }
  await renderRoute('/moderation/revenue')
  expect(await screen.findByText('所有科目相加不为零，请立即检查账目。')).toBeTruthy()
})

test('withdrawing is paused for all with a reason, and a restored copy is said', async () => {
  treasury = { ...base, restored: true }
  await renderRoute('/moderation/revenue')
  expect(await screen.findByText(/站点由备份恢复/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '暂停提现' }))
  await userEvent.click(within(await screen.findByRole('dialog', { name: '暂停全站提现？' })).getByRole('button', { name: '暂停提现' }))
  await waitFor(() => expect(sent).toEqual([{ path: '/pause', body: { reason } }]))
})

test('whoever is no treasurer sees nothing, and a moderator who is frozen', async () => {
  server.use(answer('GET', '/_internal/revenue', () => HttpResponse.json({ error: 'forbidden', description: '' }, { status: 403 })))
  const first = await renderRoute('/moderation/revenue')
  expect(await screen.findByText('只有财务人员和管理员可以查看资金。')).toBeTruthy()
  first.unmount()
  server.use(answer('GET', '/v2/user', () => ({ ...me, role: 'moderator' as const })))
  await renderRoute('/moderation/revenue')
  expect(await screen.findByText('安全原因', { exact: false })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '解冻' })).toBeNull()
  expect(screen.queryByRole('navigation', { name: '资金页面' })).toBeNull()
})

test('a withdrawal is approved by others than its owner, and by each once', async () => {
  await renderRoute('/moderation/revenue?tab=payouts')
  const [first, own, again] = await screen.findAllByRole('button', { name: '批准' })
  if (!first) throw new Error('no withdrawal')
  expect(own).toMatchObject({ disabled: true })
  expect(screen.getByText('不能处理自己的款项。')).toBeTruthy()
  expect(again).toMatchObject({ disabled: true })
  expect(screen.getByText('须由另一位财务人员或管理员确认。')).toBeTruthy()
  await userEvent.click(first)
  const question = within(await screen.findByRole('dialog', { name: '批准这笔提现？' }))
  expect(question.getByText('verdi 将通过「支付宝」收到 $1,500.00。还须另一人批准后才会发出。')).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: '批准' }))
  await waitFor(() => expect(sent).toEqual([{ path: '/payouts/Pay00001/approve', body: undefined }]))
  await userEvent.click(screen.getAllByRole('button', { name: '暂扣' })[0] ?? first)
  await waitFor(() => expect(sent.at(-1)).toEqual({ path: '/payouts/Pay00001/hold', body: { reason } }))
})

test('an unclear withdrawal is judged with evidence, and the same end confirmed without', async () => {
  server.use(answer('POST', '/_internal/revenue/evidence', () => ({ hash: 'feedbeef' })))
  payouts = [waiting('Pay00001', { state: 'unclear', attempts: 2, since: '2026-11-20T00:00:00Z' })]
  const first = await renderRoute('/moderation/revenue?tab=payouts&list=unclear')
  await userEvent.click(await screen.findByRole('button', { name: '判定结果' }))
  const dialog = within(await screen.findByRole('dialog', { name: '判定这笔提现的结果' }))
  await userEvent.click(dialog.getByRole('button', { name: '提交判定' }))
  expect(await dialog.findByText('请上传凭证。')).toBeTruthy()
  await userEvent.upload(dialog.getByLabelText('凭证', { selector: 'input' }), new File(['paid'], 'statement.pdf'))
  expect(await dialog.findByText('statement.pdf')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: '提交判定' }))
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ end: 'success', evidence: 'feedbeef' }))
  first.unmount()
  payouts = payouts.map((one) => ({ ...one, proposed: 'failed', proposed_by: other }))
  await renderRoute('/moderation/revenue?tab=payouts&list=unclear')
  expect(await screen.findByText('verdi 判定为「未支付」，等待另一人确认')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '判定结果' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '提交判定' }))
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ end: 'failed' }))
})

test('a batch is downloaded, and the lines of its results that do not fit are told', async () => {
  server.use(
    answer('POST', '/_internal/revenue/batches/{id}/results', () => ({
      paid: 1,
      failed: 0,
      problems: [{ line: 3, text: '没有这笔提现' }],
    })),
  )
  await renderRoute('/moderation/revenue?tab=payouts&list=manual')
  expect((await screen.findByRole('link', { name: '下载批次' })).getAttribute('href')).toBe('/_internal/revenue/batches/Bat00001')
  await userEvent.upload(screen.getByLabelText('上传结果 Bat00001'), new File(['id,result'], 'results.csv', { type: 'text/csv' }))
  expect(await screen.findByText('第 3 行：没有这笔提现')).toBeTruthy()
})

test('income is entered with evidence and confirmed by another', async () => {
  let body: unknown
  server.use(
    answer('POST', '/_internal/revenue/evidence', () => ({ hash: 'feedbeef' })),
    answer('POST', '/_internal/revenue/days/{day}/income', async ({ request }) => {
      body = await request.json()
      return { id: 'Ent00003' }
    }),
  )
  await renderRoute('/moderation/revenue?tab=income&month=2026-11')
  const [confirm, own] = await screen.findAllByRole('button', { name: '确认' })
  if (!confirm) throw new Error('no entry')
  expect(own).toMatchObject({ disabled: true })
  await userEvent.click(confirm)
  const question = within(await screen.findByRole('dialog', { name: '确认这笔收入？' }))
  expect(question.getByText(/^2026-11-20 的广告收入 \$700\.00，由 verdi 录入。/)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: '确认' }))
  await waitFor(() => expect(sent.at(-1)?.path).toBe('/days/2026-11-20/income/Ent00001/confirm'))
  await userEvent.click(screen.getByRole('button', { name: '录入收入' }))
  const dialog = within(await screen.findByRole('dialog', { name: '录入收入' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /^净额/ }), '12.345')
  await userEvent.click(dialog.getByRole('button', { name: '录入' }))
  expect(await dialog.findByText('请填写大于 0 的金额，最多两位小数。')).toBeTruthy()
  expect(dialog.getByText('请上传凭证。')).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox', { name: /^净额/ }), '{Backspace}')
  await userEvent.upload(dialog.getByLabelText('凭证', { selector: 'input' }), new File(['x'], 'ads.csv'))
  await dialog.findByText('ads.csv')
  await userEvent.click(dialog.getByRole('button', { name: '录入' }))
  await waitFor(() => expect(body).toEqual({ source: 'ads', amount: 12.34, evidence: 'feedbeef' }))
})

test('a sharing is previewed with its biggest changes before it begins', async () => {
  await renderRoute('/moderation/revenue?tab=income&month=2026-11')
  await userEvent.click(await screen.findByRole('button', { name: '预览分配' }))
  const dialog = within(await screen.findByRole('dialog', { name: '2026-11-20 的分配预览' }))
  expect(await dialog.findByText('−$4.50')).toBeTruthy()
  expect(dialog.getByText('$562.50')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: '执行分配' }))
  await waitFor(() => expect(sent).toEqual([{ path: '/days/2026-11-20/share', body: undefined }]))
})

test('a month is settled after a question, by another than who asked', async () => {
  const first = await renderRoute('/moderation/revenue?tab=months')
  await userEvent.click(await screen.findByRole('button', { name: '确认结算' }))
  const dialog = within(await screen.findByRole('dialog', { name: '确认结算 2026 年 10 月？' }))
  await userEvent.click(dialog.getByRole('button', { name: '确认结算' }))
  await waitFor(() => expect(sent).toEqual([{ path: '/months/2026-10/settle', body: undefined }]))
  first.unmount()
  treasury = { ...base, alone: true }
  server.use(answer('GET', '/_internal/revenue/months', () => [{ ...month, asked_by: keeper, asked_at: new Date().toISOString() }]))
  await renderRoute('/moderation/revenue?tab=months')
  expect(await screen.findByRole('button', { name: '确认结算' })).toMatchObject({
    disabled: true,
  })
  expect(screen.getAllByText('目前没有第二位财务人员：提出 24 小时后才能单人确认。')).toHaveLength(2)
})

test('a correction is proposed for a name with a reason, and confirmed after a question', async () => {
  let body: unknown
  server.use(
    answer('GET', '/v3/users/search', () => [{ id: 'Usr00009', username: 'acheng', avatar_url: null }]),
    answer('POST', '/_internal/revenue/evidence', () => ({ hash: 'feedbeef' })),
    answer('POST', '/_internal/revenue/corrections', async ({ request }) => {
      body = await request.json()
      return { id: 'Cor00002' }
    }),
  )
  await renderRoute('/moderation/revenue?tab=corrections')
  await userEvent.click(await screen.findByRole('button', { name: '确认' }))
  const question = within(await screen.findByRole('dialog', { name: '确认这笔更正？' }))
  expect(question.getByText('acheng 的余额将变化 −$4.13，不能撤销。')).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: '确认' }))
  await waitFor(() => expect(sent.at(-1)?.path).toBe('/corrections/Cor00001/confirm'))
  await userEvent.click(screen.getByRole('button', { name: '提出更正' }))
  const dialog = within(await screen.findByRole('dialog', { name: '提出更正' }))
  await userEvent.click(dialog.getByRole('button', { name: '查找用户' }))
  await userEvent.type(dialog.getByRole('textbox', { name: '查找用户' }), 'che')
  await userEvent.click(await dialog.findByRole('button', { name: 'acheng' }))
  await userEvent.click(dialog.getByRole('radio', { name: '减少余额' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /^金额/ }), '4.13')
  await userEvent.upload(dialog.getByLabelText('凭证', { selector: 'input' }), new File(['x'], 'hits.csv'))
  await dialog.findByText('hits.csv')
  await userEvent.click(dialog.getByRole('button', { name: '提出' }))
  await waitFor(() => expect(body).toEqual({ user: 'Usr00009', amount: 4.13, negative: true, evidence: 'feedbeef', reason }))
})

test('a frozen balance is thawed by another than who froze it', async () => {
  const first = await renderRoute('/moderation/revenue?tab=frozen')
  expect(await screen.findByRole('button', { name: '解冻' })).toMatchObject({ disabled: true })
  first.unmount()
  server.use(answer('GET', '/_internal/revenue/frozen', () => [{ ...frozen, by: other, user: keeper }]))
  await renderRoute('/moderation/revenue?tab=frozen')
  await userEvent.click(await screen.findByRole('button', { name: '解冻' }))
  await waitFor(() => expect(sent).toEqual([{ path: `/wallets/${keeper.id}/thaw`, body: { reason } }]))
})

test('the rules in force are listed with their hash', async () => {
  await renderRoute('/moderation/revenue?tab=rules')
  const list = within(await screen.findByRole('region', { name: '生效的规则' }))
  expect(list.getByRole('row', { name: /net-75\/1 当前 2026-01-01 a1b2c3d4e5f6/ })).toBeTruthy()
})

test('who held a withdrawal is not offered to release it', async () => {
  payouts = [waiting('Pay00001', { state: 'held', held_by: keeper }), waiting('Pay00002', { state: 'held', held_by: other })]
  await renderRoute('/moderation/revenue?tab=payouts&list=held')
  const [own, theirs] = await screen.findAllByRole('button', { name: '解除暂扣' })
  expect(own).toMatchObject({ disabled: true })
  expect(screen.getByText('由你暂扣，须由另一位财务人员或管理员解除。')).toBeTruthy()
  expect(theirs).toMatchObject({ disabled: false })
})

test('a day that is not over is not previewed, and a refused preview is a notice', async () => {
  const today = new Date().toISOString().slice(0, 10)
  server.use(
    answer('GET', '/_internal/revenue/days', () => [{ ...day, day: today }, day]),
    answer('GET', '/_internal/revenue/days/{day}/preview', () =>
      HttpResponse.json({ error: 'conflict', description: '这一天的访问还没有统计完毕，请稍后再试。' }, { status: 409 }),
    ),
  )
  await renderRoute('/moderation/revenue?tab=income&month=2026-11')
  const [now, before] = await screen.findAllByRole('button', { name: '预览分配' })
  expect(now).toMatchObject({ disabled: true })
  expect(screen.getByText('当天结束一小时后（次日 01:00 UTC）才能预览')).toBeTruthy()
  if (!before) throw new Error('no day')
  await userEvent.click(before)
  const dialog = within(await screen.findByRole('dialog', { name: '2026-11-20 的分配预览' }))
  expect(await dialog.findByText('这一天的访问还没有统计完毕，请稍后再试。')).toBeTruthy()
  expect(dialog.queryByText('Something went wrong', { exact: false })).toBeNull()
})

test('of a settled month nothing is reversed, and the page says what is done instead', async () => {
  server.use(
    answer('GET', '/_internal/revenue/months', () => [{ ...month, month: '2026-11', state: 'settled' as const }]),
    answer('GET', '/_internal/revenue/days', () => [
      { ...day, shared: true, entries: day.entries.slice(0, 1).map((one) => ({ ...one, state: 'confirmed' as const })) },
    ]),
  )
  await renderRoute('/moderation/revenue?tab=income&month=2026-11')
  expect(await screen.findByText('月份已结算，只能用更正处理')).toBeTruthy()
  expect(screen.getByRole('button', { name: '冲销' })).toMatchObject({ disabled: true })
})

test('a batch is made after a question that names its sum, and the form of its results is told', async () => {
  payouts = [waiting('Pay00001', { state: 'approved' }), waiting('Pay00002', { state: 'sent', attempts: 1, batch: 'Bat00001' })]
  server.use(
    answer('POST', '/_internal/revenue/batches', async (asked) => {
      await note(asked)
      return { id: 'Bat00002' }
    }),
  )
  await renderRoute('/moderation/revenue?tab=payouts&list=manual')
  expect(await screen.findByText(/收款人姓名、账号等个人信息/)).toBeTruthy()
  expect(screen.getByText('结果文件的格式')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: '导出批次：支付宝' }))
  const question = within(await screen.findByRole('dialog', { name: '导出批次？' }))
  expect(question.getByText(/^「支付宝」的 1 笔提现，合计 \$1,500\.00，/)).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: '导出批次：支付宝' }))
  await waitFor(() => expect(sent.at(-1)).toEqual({ path: '/batches', body: { method: 'alipay' } }))
})

test('a rule is begun with a sample of the next version', async () => {
  await renderRoute('/moderation/revenue?tab=rules')
  await userEvent.click(await screen.findByRole('button', { name: '填入示例' }))
  const field = screen.getByRole('textbox', { name: /^规则文件/ })
  expect(JSON.parse((field as HTMLTextAreaElement).value)).toMatchObject({ name: 'net-75', version: 2, creators: 7500 })
})
