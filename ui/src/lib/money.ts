/** An amount in the JSON of a request: dollars and at most two decimals. */
const AMOUNT = /^(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?$/

/** An amount of the API, a number with two decimals, in whole cents. */
export const centsOf = (amount: number): number => Math.round(amount * 100)

/** What a person wrote in whole cents; undefined where it is no amount. Full-width digits are those of an input method. */
export function parseAmount(text: string): number | undefined {
  const found = AMOUNT.exec(plain(text))
  if (!found) return undefined
  return Number(found[1]) * 100 + Number((found[2] ?? '.').slice(1).padEnd(2, '0'))
}

const plain = (text: string): string => text.normalize('NFKC').replace('。', '.').trim()

/** Cents as a person writes them: `12.34`. */
export function amountText(cents: number): string {
  return `${Math.trunc(cents / 100)}.${digits(cents % 100)}`
}

/** Cents as the number of a request. Its text in JSON has at most two decimals. */
export const amountJson = (cents: number): number => Number(amountText(cents))

const digits = (cents: number): string => String(Math.abs(cents)).padStart(2, '0')
const grouped = (whole: number): string => String(whole).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** The sign of a currency: `$`, `¥`, or its code and a space. */
export function currencySign(currency: string): string {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0)
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency
  return /^[A-Z]{2,}$/.test(sign) ? `${sign} ` : sign
}

/** An amount with its sign: `$1,234.56`, `−$12.35`; `signed` writes a plus, too. */
export function formatCents(cents: number, currency: string, signed = false): string {
  const size = Math.abs(cents)
  const sign = cents < 0 ? '−' : signed && cents > 0 ? '+' : ''
  return `${sign}${currencySign(currency)}${grouped(Math.floor(size / 100))}.${digits(size % 100)}`
}

/** An amount of the API with its sign. */
export const formatMoney = (amount: number, currency: string, signed = false): string => formatCents(centsOf(amount), currency, signed)

/** A short amount: k from 10,000 and M from 1,000,000, with one decimal, rounded towards zero; whole where it has no cents. */
export function formatShort(cents: number, currency: string): string {
  const size = Math.abs(cents)
  const sign = `${cents < 0 ? '−' : ''}${currencySign(currency)}`
  if (size >= 100_000_000) return `${sign}${tenths(Math.floor(size / 10_000_000))}M`
  if (size >= 1_000_000) return `${sign}${tenths(Math.floor(size / 10_000))}k`
  return size % 100 === 0 ? `${sign}${grouped(size / 100)}` : formatCents(cents, currency)
}

const tenths = (count: number): string => `${grouped(Math.floor(count / 10))}${count % 10 ? `.${count % 10}` : ''}`
