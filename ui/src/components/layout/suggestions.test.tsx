import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer } from '@/lib/api/operations'
import { recentSearches, remember } from '@/lib/recent-searches'
import { answer } from '@/testing/answer'
import { server } from '@/testing/server'
import { Suggested } from './suggested'

type Found = Answer<'GET', '/v3/suggest'>

const titled = (title: string): Found['projects'][number] => ({
  id: `Proj${title}`,
  slug: title.toLowerCase(),
  url_type: 'mod',
  title,
  title_zh: null,
  icon_url: '',
  color: null,
})
const found = (...titles: string[]): Found => ({ projects: titles.map(titled), authors: [] })

/** Texts that the server was asked for. */
let asked: string[] = []

beforeEach(() => {
  asked = []
  localStorage.clear()
  suggest(() => found('Lantern', 'Lanterns', 'Lantham'))
})
afterEach(() => vi.restoreAllMocks())

function suggest(make: (q: string) => Found | Promise<Found>) {
  server.use(
    answer('GET', '/v3/suggest', ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? ''
      asked.push(q)
      return make(q)
    }),
  )
}

function Form({ submitted }: { submitted: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted()
      }}
    >
      <input ref={field} aria-label="搜索" value={text} onChange={(event) => setText(event.target.value)} />
      <Suggested field={field} text={text} onText={setText} />
    </form>
  )
}

async function page() {
  const submitted = vi.fn()
  const root = createRootRoute({ component: () => <Form submitted={submitted} /> })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/'] }) })
  const went = vi.spyOn(router, 'navigate').mockResolvedValue(undefined)
  await router.load()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('搜索')
  act(() => field.focus())
  await waitFor(() => expect(field.getAttribute('role')).toBe('combobox'))
  return { field, submitted, places: () => went.mock.calls.map(([to]) => to.href) }
}

const type = (field: HTMLInputElement, value: string) => fireEvent.input(field, { target: { value } })
const press = (field: HTMLInputElement, key: string, more: object = {}) => fireEvent.keyDown(field, { key, ...more })
const expanded = (field: HTMLInputElement) => field.getAttribute('aria-expanded')
/** The marked option, by what the field says of it; it must be the only one that says the same of itself. */
function marked(field: HTMLInputElement): string | null {
  const id = field.getAttribute('aria-activedescendant')
  const selected = screen.queryAllByRole('option', { selected: true, hidden: true })
  expect(selected.map((one) => one.id)).toEqual(id === null ? [] : [id])
  return selected[0]?.textContent ?? null
}

test('the field is a combobox that controls the list and says whether it is open', async () => {
  const { field } = await page()
  expect(field.getAttribute('aria-autocomplete')).toBe('list')
  expect(expanded(field)).toBe('false')
  expect(field.hasAttribute('aria-activedescendant')).toBe(false)
  type(field, 'lant')
  const list = await screen.findByRole('listbox', { name: '搜索建议' })
  expect(field.getAttribute('aria-controls')).toBe(list.id)
  expect(expanded(field)).toBe('true')
  expect(screen.getByRole('group', { name: '资源' }).textContent).toContain('Lanterns')
  for (const option of screen.getAllByRole('option')) expect(option.tabIndex).toBe(-1)
  act(() => field.blur())
  expect(expanded(field)).toBe('false')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('arrows mark options in a circle through the field, Home and End return to the text', async () => {
  const { field } = await page()
  type(field, 'lant')
  await screen.findByText('Lanterns')
  const walk = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'].map((key) => {
    expect(press(field, key)).toBe(false) // the caret stays
    return marked(field)?.replace(/模组$/, '')
  })
  expect(walk).toEqual(['Lantern', 'Lanterns', 'Lantham', undefined, 'Lantham', 'Lanterns'])
  for (const key of ['Home', 'End', 'ArrowLeft', 'ArrowRight']) {
    press(field, 'ArrowDown')
    expect(marked(field)).not.toBeNull()
    expect(press(field, key)).toBe(true) // the caret moves
    expect(marked(field)).toBeNull()
    expect(expanded(field)).toBe('true')
  }
})

test('Enter opens the marked option and remembers the text; without one it leaves the form to be sent', async () => {
  const { field, submitted, places } = await page()
  type(field, 'lant')
  await screen.findByText('Lanterns')
  expect(press(field, 'Enter')).toBe(true)
  expect(expanded(field)).toBe('false')
  expect(places()).toEqual([])
  type(field, 'lante')
  await waitFor(() => expect(asked).toContain('lante'))
  press(field, 'ArrowDown')
  expect(press(field, 'Enter')).toBe(false)
  expect(submitted).not.toHaveBeenCalled()
  expect(places()).toEqual(['/mod/lantern'])
  expect(field.value).toBe('')
  expect(recentSearches()).toEqual(['lante'])
})

test('Escape closes the list and nothing around it, an arrow opens it again', async () => {
  const { field } = await page()
  const outside = vi.fn()
  document.addEventListener('keydown', outside)
  type(field, 'lant')
  await screen.findByText('Lanterns')
  expect(press(field, 'Escape')).toBe(false)
  expect(outside).not.toHaveBeenCalled()
  expect(expanded(field)).toBe('false')
  expect(field.value).toBe('lant')
  press(field, 'ArrowDown')
  expect(expanded(field)).toBe('true')
  expect(marked(field)).toBeNull()
  press(field, 'Escape')
  press(field, 'Escape') // the second one is for whatever holds the field
  expect(outside).toHaveBeenCalledTimes(2)
  document.removeEventListener('keydown', outside)
})

test('while an input method composes, nothing is searched for and no key chooses', async () => {
  const { field, places } = await page()
  type(field, '灯')
  await screen.findByText('Lanterns')
  press(field, 'ArrowDown')
  const before = marked(field)
  fireEvent.compositionStart(field)
  type(field, '灯long')
  for (const key of ['ArrowDown', 'Enter', 'Escape', 'Home']) press(field, key, { isComposing: true })
  press(field, 'Process', { keyCode: 229 })
  // The wait before a search is 120 ms.
  await new Promise((done) => setTimeout(done, 200))
  expect(asked).toEqual(['灯'])
  expect(places()).toEqual([])
  expect(expanded(field)).toBe('true')
  expect(before).not.toBeNull()
  type(field, '灯笼')
  fireEvent.compositionEnd(field)
  await waitFor(() => expect(asked).toEqual(['灯', '灯笼']))
})

test('an empty field offers recent searches, newest first, and forgets them on request', async () => {
  remember('机械动力')
  remember('光影')
  const { field, places } = await page()
  const options = await screen.findAllByRole('option')
  expect(options.map((one) => one.textContent)).toEqual(['光影', '机械动力'])
  press(field, 'ArrowDown')
  press(field, 'ArrowDown')
  press(field, 'Enter')
  expect(places()).toEqual([`/search?q=${encodeURIComponent('机械动力')}`])
  expect(recentSearches()).toEqual(['机械动力', '光影'])
  act(() => field.focus())
  fireEvent.click(await screen.findByText('清除最近搜索'))
  expect(recentSearches()).toEqual([])
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(asked).toEqual([])
})

test('an empty field offers what many search for below recent searches, each text once', async () => {
  server.use(answer('GET', '/_internal/search/popular', () => ({ terms: ['光影', 'sodium', '机械动力'] })))
  remember('Sodium')
  const { field, places } = await page()
  const popular = await screen.findByRole('group', { name: '大家在搜' })
  expect(
    within(popular)
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual(['光影', '机械动力'])
  press(field, 'ArrowDown')
  expect(marked(field)).toBe('Sodium')
  press(field, 'ArrowDown')
  expect(marked(field)).toBe('光影')
  press(field, 'Enter')
  expect(places()).toEqual([`/search?q=${encodeURIComponent('光影')}`])
  expect(recentSearches()).toEqual(['光影', 'Sodium'])
  act(() => field.focus())
  fireEvent.click(await screen.findByText('清除最近搜索'))
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['光影', 'sodium', '机械动力'])
  type(field, '光')
  await waitFor(() => expect(asked).toEqual(['光']))
  await waitFor(() => expect(screen.queryByRole('group', { name: '大家在搜' })).toBeNull())
})

test('an answer that comes late is not shown over a newer one', async () => {
  let release: ((late: Found) => void) | undefined
  suggest((q) => (q === 'lan' ? new Promise((resolve) => (release = resolve)) : found('Ferry')))
  const { field } = await page()
  type(field, 'lan')
  await waitFor(() => expect(asked).toEqual(['lan']))
  type(field, 'ferry')
  await screen.findByText('Ferry')
  release?.(found('Lantern'))
  await new Promise((done) => setTimeout(done, 50))
  expect(screen.getByText('Ferry')).toBeTruthy()
  expect(screen.queryByText('Lantern')).toBeNull()
})

test('a mark stays at its option when another answer moves it, and goes with it', async () => {
  suggest((q) => (q === 'lan' ? found('Lantern', 'Ferry') : q === 'lant' ? found('Harbour', 'Lantern') : found('Harbour')))
  const { field } = await page()
  type(field, 'lan')
  await screen.findByText('Ferry')
  type(field, 'lant')
  press(field, 'ArrowDown')
  expect(marked(field)).toBe('Lantern模组')
  await screen.findByText('Harbour')
  expect(marked(field)).toBe('Lantern模组')
  type(field, 'lante')
  press(field, 'ArrowDown')
  press(field, 'ArrowDown')
  expect(marked(field)).toBe('Lantern模组')
  await waitFor(() => expect(screen.queryByText('Lantern')).toBeNull())
  expect(marked(field)).toBeNull()
})

test('a press with a modifier is left to the browser, a plain one stays in the application', async () => {
  const { field, places } = await page()
  type(field, 'lant')
  const option = (await screen.findByText('Lanterns')).closest('a') as HTMLAnchorElement
  option.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(option, { ctrlKey: true })
  expect(places()).toEqual([])
  fireEvent.click(option)
  expect(places()).toEqual(['/mod/lanterns'])
})
