import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer } from '@/testing/answer'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

/** Texts that the server was told. */
let told: unknown[] = []

beforeEach(() => {
  told = []
  server.use(
    answer('POST', '/_internal/search/seen', async ({ request }) => {
      told.push(((await request.json()) as { query: string }).query)
      return undefined
    }),
    answer('GET', '/_internal/search/popular', () => ({ terms: ['光影', 'sodium'] })),
  )
})
afterEach(() => vi.useRealTimers())

async function lookAt(address: string, ready: () => Promise<unknown>) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const shown = await renderRoute(address)
  await ready()
  await act(() => vi.advanceTimersByTimeAsync(1_900))
  const early = told.length
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  await vi.waitFor(() => undefined)
  shown.unmount()
  vi.useRealTimers()
  return early
}

const result = () => screen.findAllByRole('link', { name: '齿轮与铜绿' })
const nothing = () => screen.findByRole('heading', { name: '没有找到结果' })

test('a search that found something is reported after a moment, on all listings of projects', async () => {
  expect(await lookAt('/mods?q=齿轮', result)).toBe(0)
  await vi.waitFor(() => expect(told).toEqual(['齿轮']))
  expect(await lookAt('/search?q=铜绿', result)).toBe(1)
  await vi.waitFor(() => expect(told).toEqual(['齿轮', '铜绿']))
})

test('nothing is reported without a text, without results or on a further page', async () => {
  await lookAt('/mods', result)
  await lookAt('/mods?q=没有这个', nothing)
  await lookAt('/search?q=没有这个', nothing)
  await lookAt('/mods?q=齿轮&o=4000', () => screen.findByRole('heading', { name: '这一页没有结果' }))
  expect(told).toEqual([])
})

test('without results the page offers what many search for', async () => {
  for (const address of ['/mods?q=没有这个', '/search?q=没有这个']) {
    const shown = await renderRoute(address)
    const popular = await screen.findByRole('navigation', { name: '大家在搜' })
    expect(
      within(popular)
        .getAllByRole('link')
        .map((one) => [one.textContent, one.getAttribute('href')]),
    ).toEqual([
      ['光影', `/search?q=${encodeURIComponent('光影')}`],
      ['sodium', '/search?q=sodium'],
    ])
    shown.unmount()
  }
  server.use(answer('GET', '/_internal/search/popular', () => ({ terms: [] })))
  await renderRoute('/search?q=没有这个')
  await nothing()
  expect(screen.queryByText('大家在搜')).toBeNull()
})
