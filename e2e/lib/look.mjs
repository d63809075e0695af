// Checks that every page must pass.
import AxeBuilder from '@axe-core/playwright'
import { inFlight } from './browser.mjs'

export const themes = ['light', 'dark', 'oled', 'retro']

/** Half of the themes at each width, where one check of each suffices. */
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

/** Waits until a page is complete: the app runs, no request is pending, nothing is busy, fonts are loaded. */
export async function settled(page) {
  await page.waitForLoadState('load')
  await page.locator('#root main#main').waitFor()
  // There are at most one or two tasks between an answer and the page's next request.
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

/** The same, and lazily loaded parts of the app are shown: React delays late content by up to 300 ms. */
export async function complete(page) {
  await settled(page)
  await page.waitForTimeout(350)
  await settled(page)
}

/** Waits until entry animations have ended, but not for endless ones. */
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

/** How many animations and transitions the page began since this was first asked. */
const begun = (page) =>
  page.evaluate(() => {
    if (window.begun === undefined) {
      window.begun = 0
      for (const type of ['animationstart', 'transitionrun']) document.addEventListener(type, () => (window.begun += 1), true)
    }
    // The events of a frame are told before its callbacks run.
    return new Promise((done) => requestAnimationFrame(() => done(window.begun)))
  })

/** Switches the theme with the control in the header, without reloading the page. */
export async function paint(page, theme) {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name
  }, theme)
}

/** The rules whose result depends on the theme. */
const ofColour = ['color-contrast', 'link-in-text-block']

/** The findings of axe, one a line; for a page that was checked fully before, only its colours. */
export async function findings(page, { coloursOnly = false, except } = {}) {
  // Without frames, one run in the page suffices; passed rules are omitted.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)
  axe.options({ resultTypes: ['violations'], ...(coloursOnly ? { runOnly: { type: 'rule', values: ofColour } } : {}) })
  if (except) axe.exclude(except)
  // Colours are judged at rest: what is still fading in has the contrast of no moment that anybody reads. What a toast or
  // an answer began while axe looked may have ended before axe is done, so that a finding is only looked at again.
  let violations
  for (let left = 3; left > 0; left--) {
    const before = await begun(page)
    await atRest(page)
    ;({ violations } = await axe.analyze())
    if (violations.length === 0 || (await begun(page)) === before) break
  }
  return violations.flatMap(({ id, nodes }) => {
    // A tooltip describes a control of a landmark, and lies outside of all.
    const at = nodes.map((n) => n.target.join(' ')).filter((target) => id !== 'region' || target !== '#tooltip')
    return at.length > 0 ? [`${id}: ${at.slice(0, 3).join(', ')}`] : []
  })
}

/** By how much a page is wider than its window, and the elements that stick out. */
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
 * Visible texts and controls that overlap. An element out of the flow is meant to overlap others, so it is
 * compared only with its own content.
 */
export async function overlaps(page) {
  const first = await overlapsNow(page)
  if (first.length === 0) return first
  // A change of the window's size is drawn over several frames on a busy machine: what remains after it counts.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))))
  const second = await overlapsNow(page)
  return first.filter((one) => second.includes(one))
}

async function overlapsNow(page) {
  return page.evaluate(() => {
    const LEAST = 3 // px in either direction: the boxes of letters are larger than the letters
    const clips = new Map([[null, { box: { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }, layer: null }]])
    const cut = (one, other) => ({
      left: Math.max(one.left, other.left),
      top: Math.max(one.top, other.top),
      right: Math.min(one.right, other.right),
      bottom: Math.min(one.bottom, other.bottom),
    })
    // The area in which an element's content is visible, and its layer.
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

/** Texts that the right edge of a box cuts, without an ellipsis and without a way to scroll to the rest. */
export async function cutTexts(page) {
  return page.evaluate(() => {
    const LEAST = 2 // px: the boxes of letters are larger than the letters
    const found = new Set()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (walker.nextNode()) {
      const node = walker.currentNode
      if (!node.data.trim() || node.parentElement.closest('script, style, noscript, svg, option, [aria-busy="true"]')) continue
      range.selectNodeContents(node)
      const right = Math.max(...[...range.getClientRects()].map((rect) => rect.right))
      const left = Math.min(...[...range.getClientRects()].map((rect) => rect.left))
      for (let up = node.parentElement; up && up !== document.body; up = up.parentElement) {
        const { overflowX, textOverflow, position, clipPath } = getComputedStyle(up)
        if (textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll' || clipPath !== 'none') break
        const edge = up.getBoundingClientRect()
        if (overflowX !== 'visible' && left < edge.right && right > edge.right + LEAST) {
          found.add(`"${node.data.trim().slice(0, 20)}" in ${up.tagName.toLowerCase()}.${up.className}`)
          break
        }
        if (position === 'fixed') break
      }
    }
    return [...found]
  })
}

/** The top of the first field of a page: what is written into, chosen from, switched, or dropped on. */
export async function firstField(page) {
  return page.evaluate(() => {
    const fields =
      'input:not([type=file]), select, textarea, .cm-editor, label:has(> input), .form__row > div, .file-list__drop, .settings-layout__main button'
    const shown = (it) => {
      const box = it.getBoundingClientRect()
      return box.width > 2 && box.height > 2
    }
    const tops = [...document.querySelectorAll('main form, main section')]
      .flatMap((it) => [...it.querySelectorAll(fields)])
      .filter(shown)
      .map((it) => it.getBoundingClientRect().top + scrollY)
    return tops.length > 0 ? Math.round(Math.min(...tops)) : undefined
  })
}

/** Controls whose focus ring is cut off by a box around them. */
export async function cutRings(page) {
  return page.evaluate(() => {
    const MOST = 80
    const found = []
    const before = document.activeElement
    const controls = [...document.querySelectorAll('main :is(a[href], button, input, select, textarea, summary, [tabindex="0"])')]
    for (const it of controls.slice(0, MOST)) {
      const box = it.getBoundingClientRect()
      if (it.disabled || box.width < 8 || box.height < 8) continue
      it.focus({ preventScroll: true, focusVisible: true })
      const style = getComputedStyle(it)
      if (document.activeElement !== it || style.outlineStyle === 'none') continue
      const grown = parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth)
      if (grown <= 0) continue
      for (let up = it.parentElement; up && up !== document.body; up = up.parentElement) {
        const { overflowX, overflowY, overflowClipMargin, position } = getComputedStyle(up)
        const margin = overflowX === 'clip' ? parseFloat(overflowClipMargin) || 0 : 0
        const edge = up.getBoundingClientRect()
        // What scrolls away is not cut; the ring of what is inside is.
        const inside = box.left >= edge.left && box.right <= edge.right && box.top >= edge.top && box.bottom <= edge.bottom
        const cutX = overflowX !== 'visible' && (box.left - grown < edge.left - margin || box.right + grown > edge.right + margin)
        const cutY = overflowY !== 'visible' && (box.top - grown < edge.top - margin || box.bottom + grown > edge.bottom + margin)
        if (inside && (cutX || cutY)) {
          found.push(`${it.tagName.toLowerCase()}.${it.className} in ${up.tagName.toLowerCase()}.${up.className}`)
          break
        }
        if (position === 'fixed') break
      }
    }
    // Without a focus no tooltip is left over.
    document.activeElement?.blur()
    if (before !== document.body) before?.focus({ preventScroll: true })
    return [...new Set(found)]
  })
}
