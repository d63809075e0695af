import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PathLink } from './path-link'

async function page() {
  const root = createRootRoute()
  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <>
        <PathLink to="/$type/$id" params={{ type: 'mod', id: 'gears' }} search={{ review: '1' }}>
          齿轮
        </PathLink>
        <PathLink to="/user/$id/{-$kind}" params={{ id: '钠' }} prepares={false}>
          钠
        </PathLink>
      </>
    ),
  })
  const there = createRoute({ getParentRoute: () => root, path: '/mod/$id', component: () => <p>到了</p> })
  const router = createRouter({ routeTree: root.addChildren([start, there]), history: createMemoryHistory({ initialEntries: ['/'] }) })
  const preload = vi.spyOn(router, 'preloadRoute').mockResolvedValue(undefined)
  await router.load()
  render(<RouterProvider router={router as never} />)
  return { router, preload }
}

test('an ordinary press stays inside the application, and one for a new tab is left to the browser', async () => {
  const { router } = await page()
  expect(fireEvent.click(screen.getByText('齿轮'), { ctrlKey: true })).toBe(true)
  expect(router.state.location.pathname).toBe('/')
  expect(fireEvent.click(screen.getByText('齿轮'))).toBe(false)
  await screen.findByText('到了')
  expect(router.state.location.href).toBe('/mod/gears?review=1')
})

test('a page is fetched when a pointer or a finger comes to its link, unless the link says otherwise', async () => {
  const { preload } = await page()
  fireEvent.mouseEnter(screen.getByText('齿轮'))
  fireEvent.touchStart(screen.getByText('齿轮'))
  fireEvent.mouseEnter(screen.getByText('钠'))
  fireEvent.touchStart(screen.getByText('钠'))
  expect(preload.mock.calls).toEqual([[{ to: '/mod/gears', search: { review: 1 } }], [{ to: '/mod/gears', search: { review: 1 } }]])
})
