import { expect, test } from 'vitest'
import { amountJson, amountText, centsOf, formatCents, formatMoney, formatShort, parseAmount } from './money'

test.each([
  ['0', 0],
  ['12', 1200],
  ['12.3', 1230],
  ['12.34', 1234],
  ['999999999.99', 99_999_999_999],
  [' 500.00 ', 50_000],
  ['１２．５', 1250],
])('%s is an amount', (text, cents) => {
  expect(parseAmount(text)).toBe(cents)
})

test.each(['', '012', '-1', '+1', '1e2', '12.345', '.5', '12.', '1,000', 'NaN', '$5', '1000000000', '1'.repeat(10_000)])(
  '%s is no amount',
  (text) => {
    expect(parseAmount(text)).toBeUndefined()
  },
)

test('the number of a request has at most two decimals, whatever the amount', () => {
  for (const cents of [1, 7, 10, 29, 57, 115, 435, 1001, 100_110, 99_999_999_999]) {
    const sent = JSON.stringify({ amount: amountJson(cents) })
    expect(sent).toMatch(/^\{"amount":(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?\}$/)
    expect(centsOf((JSON.parse(sent) as { amount: number }).amount)).toBe(cents)
    expect(parseAmount(amountText(cents))).toBe(cents)
  }
})

test.each([
  [1234.56, '$1,234.56'],
  [0, '$0.00'],
  [0.05, '$0.05'],
  [-12.35, '−$12.35'],
  [-0.01, '−$0.01'],
  [31904.61, '$31,904.61'],
  [1234567.8, '$1,234,567.80'],
])('%d is shown as %s', (amount, shown) => {
  expect(formatMoney(amount, 'USD')).toBe(shown)
})

test('a change has its sign, and other currencies theirs', () => {
  expect(formatMoney(742.18, 'USD', true)).toBe('+$742.18')
  expect(formatMoney(0, 'USD', true)).toBe('$0.00')
  expect(formatCents(2_120_918, 'CNY')).toBe('¥21,209.18')
  expect(formatCents(500, 'CHF')).toBe('CHF 5.00')
})

test.each([
  [999_999, '$9,999.99'],
  [40_000, '$400'],
  [1_000_000, '$10k'],
  [1_239_900, '$12.3k'],
  [99_999_999, '$999.9k'],
  [100_000_000, '$1M'],
  [123_990_000, '$1.2M'],
  [-1_500_000, '−$15k'],
])('%d cents are shortened to %s', (cents, shown) => {
  expect(formatShort(cents, 'USD')).toBe(shown)
})
