import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NavTabs } from './tabs-nav'

/** A bar of 300 px whose open tab begins where it is told. */
function lay(bar: HTMLElement, width: number, at: number) {
  const box = (left: number, wide: number) => ({ left, width: wide }) as DOMRect
  Object.defineProperty(bar, 'scrollWidth', { configurable: true, value: width })
  bar.getBoundingClientRect = () => box(0, 300)
  const open = bar.querySelector('[aria-current]') as HTMLElement
  open.getBoundingClientRect = () => box(at - bar.scrollLeft, 100)
}

function Tabs({ counts }: { counts: boolean }) {
  return (
    <NavTabs label="范围">
      <a href="/a">模组{counts ? <small>71</small> : null}</a>
      <a href="/b" aria-current="page">
        用户{counts ? <small>39</small> : null}
      </a>
    </NavTabs>
  )
}

test('the open tab is moved into view again when counts have widened the bar, unless the bar was scrolled by hand', () => {
  const page = render(<Tabs counts={false} />)
  const bar = page.getByRole('navigation')
  lay(bar, 600, 500)
  page.rerender(<Tabs counts={false} />)
  expect(bar.scrollLeft).toBe(400)
  lay(bar, 900, 700)
  page.rerender(<Tabs counts />)
  expect(bar.scrollLeft).toBe(600)
  bar.scrollLeft = 20
  lay(bar, 1000, 800)
  page.rerender(<Tabs counts />)
  expect(bar.scrollLeft).toBe(20)
})
