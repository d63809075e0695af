import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTooltips } from './tooltip'

let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  end = startTooltips()
})

afterEach(() => {
  end()
  vi.useRealTimers()
  document.body.innerHTML = ''
})

function add(html: string): HTMLElement {
  document.body.insertAdjacentHTML('beforeend', html)
  return document.body.lastElementChild as HTMLElement
}

function point(at: Element, type = 'pointerover', pointerType = 'mouse') {
  const event = new MouseEvent(type, { bubbles: true })
  Object.defineProperty(event, 'pointerType', { value: pointerType })
  at.dispatchEvent(event)
}

const tip = () => document.querySelector('[role="tooltip"]')

test('a title is shown after 200 ms under the mouse, and the browser does not show it too', () => {
  const count = add('<span title="12 345 次下载"><b>1.2 万</b></span>')
  const rest = add('<p>其他</p>')
  point(count.firstElementChild ?? count)
  vi.advanceTimersByTime(199)
  expect(tip()).toBeNull()
  vi.advanceTimersByTime(1)
  expect(tip()?.textContent).toBe('12 345 次下载')
  expect(count.hasAttribute('title')).toBe(false)
  expect(count.getAttribute('aria-describedby')).toBe(tip()?.id)
  point(rest)
  vi.advanceTimersByTime(100)
  expect(tip()).toBeNull()
  expect(count.title).toBe('12 345 次下载')
  expect(count.hasAttribute('aria-describedby')).toBe(false)
})

test('a part of a drawing is explained like any other element', () => {
  const drawing = add('<svg><g data-tip="11 月 2 日，下载 3 次"><rect></rect></g></svg>')
  point(drawing.querySelector('rect') ?? drawing)
  vi.advanceTimersByTime(200)
  expect(tip()?.textContent).toBe('11 月 2 日，下载 3 次')
})

test('the pointer may move onto the tooltip', () => {
  const count = add('<span title="全文">短</span>')
  point(count)
  vi.advanceTimersByTime(200)
  point(document.body)
  vi.advanceTimersByTime(50)
  const shown = tip()
  if (shown) point(shown)
  vi.advanceTimersByTime(1000)
  expect(tip()).not.toBeNull()
})

test('the keyboard shows it at once, and Escape closes it until the focus comes again', () => {
  const button = add('<button type="button" aria-label="复制" title="复制链接"><svg></svg></button>')
  vi.spyOn(button, 'matches').mockReturnValue(true)
  button.focus()
  expect(tip()?.textContent).toBe('复制链接')
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(tip()).toBeNull()
  point(button)
  vi.advanceTimersByTime(1000)
  expect(tip()).toBeNull()
  button.blur()
  button.focus()
  expect(tip()).not.toBeNull()
  button.blur()
  expect(tip()).toBeNull()
})

test('what takes the focus because a control was pressed is not explained until a key moves there', () => {
  const button = add('<button type="button" title="更多">…</button>')
  vi.spyOn(button, 'matches').mockReturnValue(true)
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  button.focus()
  expect(tip()).toBeNull()
  button.blur()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
  button.focus()
  expect(tip()).not.toBeNull()
})

test('touch shows nothing, and a press hides what is shown', () => {
  const button = add('<button type="button" title="更多">…</button>')
  point(button, 'pointerover', 'touch')
  vi.advanceTimersByTime(1000)
  expect(tip()).toBeNull()
  point(button)
  vi.advanceTimersByTime(200)
  expect(tip()).not.toBeNull()
  point(button, 'pointerdown')
  point(button)
  vi.advanceTimersByTime(1000)
  expect(tip()).toBeNull()
  expect(button.title).toBe('更多')
})

test('a control without text shows its name, and a cut text the whole of it', () => {
  const icon = add('<button type="button" aria-label="关闭"><svg></svg></button>')
  point(icon)
  vi.advanceTimersByTime(200)
  expect(tip()?.textContent).toBe('关闭')
  const cut = add('<p style="text-overflow: ellipsis">一个很长的名字</p>')
  Object.defineProperty(cut, 'scrollWidth', { value: 300 })
  Object.defineProperty(cut, 'clientWidth', { value: 100 })
  point(cut)
  vi.advanceTimersByTime(200)
  expect(tip()?.textContent).toBe('一个很长的名字')
  const whole = add('<p style="text-overflow: ellipsis">短</p>')
  point(whole)
  vi.advanceTimersByTime(1000)
  expect(tip()).toBeNull()
})

test('an element whose only name is its title keeps a name', () => {
  const lamp = add('<span title="在线"></span>')
  point(lamp)
  vi.advanceTimersByTime(200)
  expect(lamp.getAttribute('aria-label')).toBe('在线')
  end()
  expect(lamp.hasAttribute('aria-label')).toBe(false)
  expect(lamp.title).toBe('在线')
})

test('a title that changes while it is shown is shown anew, and one whose element goes is hidden', async () => {
  vi.useRealTimers()
  const button = add('<button type="button" title="复制">x</button>')
  vi.spyOn(button, 'matches').mockReturnValue(true)
  button.focus()
  expect(tip()?.textContent).toBe('复制')
  button.title = '已复制'
  await vi.waitFor(() => expect(tip()?.textContent).toBe('已复制'))
  button.remove()
  await vi.waitFor(() => expect(tip()).toBeNull())
})

test('the keyboard shows the whole of a cut text around or inside of the focused control', () => {
  const cut = (html: string, part: (it: HTMLElement) => Element | null) => {
    const it = add(html)
    const text = part(it)
    if (text) {
      Object.defineProperty(text, 'scrollWidth', { value: 300 })
      Object.defineProperty(text, 'clientWidth', { value: 100 })
    }
    const link = it.querySelector('a') ?? (it as HTMLAnchorElement)
    vi.spyOn(link, 'matches').mockImplementation((selector) => selector === ':focus-visible')
    link.focus()
    const shown = tip()?.textContent
    link.blur()
    return shown
  }
  expect(cut('<b style="text-overflow: ellipsis"><a href="/a">外面的长名字</a></b>', (it) => it)).toBe('外面的长名字')
  expect(cut('<a href="/b"><i></i><span style="text-overflow: ellipsis">里面的长名字</span></a>', (it) => it.querySelector('span'))).toBe(
    '里面的长名字',
  )
  expect(cut('<a href="/c">短</a>', () => null)).toBeUndefined()
})

test('a text that is higher than its box is explained where its lines are limited, and not where they are not', () => {
  const box = (clamp: string) => {
    const element = add(`<p style="-webkit-line-clamp: ${clamp}">多行的文字</p>`)
    Object.defineProperty(element, 'scrollHeight', { value: 80 })
    Object.defineProperty(element, 'clientHeight', { value: 40 })
    vi.spyOn(window, 'getComputedStyle').mockImplementation(
      () => ({ textOverflow: 'clip', getPropertyValue: () => clamp }) as unknown as CSSStyleDeclaration,
    )
    point(element)
    vi.advanceTimersByTime(200)
    const text = tip()?.textContent
    point(document.body)
    vi.advanceTimersByTime(100)
    vi.restoreAllMocks()
    return text
  }
  expect(box('2')).toBe('多行的文字')
  expect(box('none')).toBeUndefined()
})
