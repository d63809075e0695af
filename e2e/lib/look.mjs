// What every page must hold to, however it is looked at.
import AxeBuilder from '@axe-core/playwright'
import { inFlight } from './browser.mjs'

export const themes = ['light', 'dark', 'oled', 'retro']

/** Half of the themes at each width, where one look at each is enough. */
export const themesAt = (width) => (width > 768 ? ['light', 'oled'] : ['dark', 'retro'])
export const widths = [360, 390, 768, 1440, 1920]

/** Counts layout shifts of a page from its first paint on. */
export async function watchShifts(context) {
  await context.addInitScript(() => {
    window.shifts = { value: 0, sources: [] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue
        window.shifts.value += entry.value
        for (const source of entry.sources ?? []) {
          const node = source.node?.nodeType === 1 ? source.node : source.node?.parentElement
          window.shifts.sources.push(`${entry.value.toFixed(4)} ${node ? `${node.tagName.toLowerCase()}.${node.className}` : 'gone'}`)
          window.shifts.sources.sort((one, other) => parseFloat(other) - parseFloat(one))
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Waits until a page has what it asked for: the app is there, no request in flight, nothing busy, fonts there. */
export async function settled(page) {
  await page.waitForLoadState('load')
  await page.locator('#root main#main').waitFor()
  // Between an answer and what the page asks for next lies no more than a task or two.
  for (let quiet = 0, end = Date.now() + 20_000; quiet < 4; quiet++) {
    if (Date.now() > end) throw new Error(`${page.url()} does not settle: ${inFlight(page)} requests in flight`)
    const busy = await page.evaluate(
      () =>
        new Promise((done) => {
          setTimeout(
            () => done(document.querySelector('#root main#main') === null || document.querySelector('[aria-busy="true"]') !== null),
            40,
          )
        }),
    )
    if (busy || inFlight(page) > 0) quiet = -1
  }
  await page.evaluate(() => document.fonts.ready)
}

/** The same, and what the app loads apart stands where it belongs: React holds back what comes late for up to 300 ms. */
export async function complete(page) {
  await settled(page)
  await page.waitForTimeout(350)
  await settled(page)
}

/** Waits until what moves in has come to rest; what never rests is not waited for. */
export async function atRest(page) {
  await page.evaluate(() =>
    Promise.race([
      Promise.all(
        document
          .getAnimations()
          .filter((one) => one.effect?.getTiming().iterations !== Infinity)
          .map((one) => one.finished.catch(() => undefined)),
      ),
      new Promise((done) => setTimeout(done, 2_000)),
    ]),
  )
}

/** Switches the theme as the control of the header does, without loading the page again. */
export async function paint(page, theme) {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name
  }, theme)
}

/** The rules whose answer depends on the theme. */
const ofColour = ['color-contrast', 'link-in-text-block']

/** What axe finds, one line a finding; for a page that was looked at whole before, in its colours alone. */
export async function findings(page, { coloursOnly = false, except } = {}) {
  // Without frames, one run in the page itself says all; what passes is not written out.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)
  axe.options({ resultTypes: ['violations'], ...(coloursOnly ? { runOnly: { type: 'rule', values: ofColour } } : {}) })
  const { violations } = await (except ? axe.exclude(except) : axe).analyze()
  return violations.map(
    (v) =>
      `${v.id}: ${v.nodes
        .map((n) => n.target.join(' '))
        .slice(0, 3)
        .join(', ')}`,
  )
}

/** By how much a page is wider than its window, and what sticks out. */
export async function overflow(page) {
  return page.evaluate(() => {
    const root = document.documentElement
    const by = root.scrollWidth - root.clientWidth
    if (by <= 0) return undefined
    const out = [...document.querySelectorAll('body *')].filter((el) => el.getBoundingClientRect().right > root.clientWidth + 0.5)
    return `${by} px: ${out
      .slice(0, 4)
      .map((el) => `${el.tagName.toLowerCase()}.${el.className}`)
      .join(' | ')}`
  })
}

/**
 * Texts and controls that lie over one another, as far as they are in sight. What is taken out of the flow is meant to
 * lie over something, and is compared with what it holds only.
 */
export async function overlaps(page) {
  return page.evaluate(() => {
    const LEAST = 3 // px in either direction: letters' boxes are larger than the letters
    const clips = new Map([[null, { box: { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }, layer: null }]])
    const cut = (one, other) => ({
      left: Math.max(one.left, other.left),
      top: Math.max(one.top, other.top),
      right: Math.min(one.right, other.right),
      bottom: Math.min(one.bottom, other.bottom),
    })
    // What an element's content may be seen in, and the layer it lies in.
    const around = (el) => {
      if (!el || el === document.documentElement) return clips.get(null)
      const known = clips.get(el)
      if (known) return known
      const outer = around(el.parentElement)
      const style = getComputedStyle(el)
      const floats = ['absolute', 'fixed', 'sticky'].includes(style.position)
      let box = style.position === 'fixed' ? clips.get(null).box : outer.box
      if (style.overflowX !== 'visible' || style.clipPath !== 'none') box = cut(box, el.getBoundingClientRect())
      const result = { box, layer: floats ? el : outer.layer }
      clips.set(el, result)
      return result
    }
    const shown = []
    const add = (el, rect) => {
      const { box, layer } = around(el)
      const part = cut(rect, box)
      if (
        part.right - part.left > LEAST &&
        part.bottom - part.top > LEAST &&
        el.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        shown.push({ el, layer, ...part })
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (walker.nextNode()) {
      const node = walker.currentNode
      if (!node.data.trim() || node.parentElement.closest('script, style, noscript, svg, option, [aria-busy="true"]')) continue
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) add(node.parentElement, rect)
    }
    for (const el of document.querySelectorAll('button, input, select, textarea, img, [role="button"], [role="switch"], [role="checkbox"]'))
      add(el, el.getBoundingClientRect())
    shown.sort((one, other) => one.top - other.top)
    const found = new Set()
    const name = ({ el }) =>
      `${el.tagName.toLowerCase()}.${el.className} "${(el.textContent || el.getAttribute('aria-label') || el.alt || '').trim().slice(0, 20)}"`
    for (const [at, one] of shown.entries()) {
      for (let next = at + 1; next < shown.length && shown[next].top < one.bottom - LEAST; next++) {
        const other = shown[next]
        if (one.layer !== other.layer || one.el.contains(other.el) || other.el.contains(one.el)) continue
        if (
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > LEAST &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > LEAST
        )
          found.add(`${name(one)} and ${name(other)}`)
      }
    }
    return [...found]
  })
}
