// Visits pages and collects what is wrong with them.
import { complete, cutRings, cutTexts, findings, firstField, overflow, overlaps, paint, themesAt, watchShifts, widths } from './look.mjs'

const MOST_SHIFT = 0.05
/** How far from the top of a page of work its first field may be at 1440 × 900, in px. */
const FIRST_FIELD = 220

/** Pages whose first field must stand near the top. */
const ofWork = /^(project|organization)-settings|^settings-|^version-new/

/** Empties the browser's cache. */
async function forget(page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.clearBrowserCache')
  await cdp.detach()
}

/**
 * Visits the places in one context and collects the faults of each: axe in the themes of a width, sideways scrolling and
 * overlaps at all sizes.
 */
export async function walk(places, { page, context, complaints }, { sizes = widths, themes = themesAt } = {}) {
  const wrong = []
  await watchShifts(context)
  for (const { name, path, status = [200] } of places) {
    const say = (text) => wrong.push(`${name} (${path}): ${text}`)
    try {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 })
        const answer = await page.goto(path)
        if (!status.includes(answer.status())) say(`answers ${answer.status()}`)
        await complete(page)
        let shifts = await page.evaluate(() => window.shifts)
        if (shifts.value >= MOST_SHIFT) {
          // Shifts on a busy machine count only if they occur again for a new visitor.
          console.log(`${name} shifted by ${shifts.value.toFixed(3)} at ${width} px once: ${shifts.sources.slice(0, 4).join('; ')}`)
          await forget(page)
          await page.reload()
          await complete(page)
          shifts = await page.evaluate(() => window.shifts)
        }
        if (shifts.value >= MOST_SHIFT) say(`shifts by ${shifts.value.toFixed(3)} at ${width} px: ${shifts.sources.slice(0, 4).join('; ')}`)
      }
      // An open dialog hides the page's heading from the accessibility tree, not from the page.
      await page
        .locator('h1')
        .first()
        .waitFor({ state: 'attached', timeout: 10_000 })
        .catch(() => undefined)
      const heads = await page.locator('h1').count()
      if (heads !== 1) say(`${heads} first headings`)
      for (const width of sizes) {
        await page.setViewportSize({ width, height: 900 })
        const wide = await overflow(page)
        if (wide) say(`scrolls sideways at ${width} px by ${wide}`)
        for (const over of await overlaps(page)) say(`at ${width} px one lies over the other: ${over}`)
      }
      // The structure is the same in every theme: it is checked once at either width.
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        for (const [at, theme] of themes(width).entries()) {
          await paint(page, theme)
          for (const found of await findings(page, { coloursOnly: at > 0 })) say(`axe in ${theme} at ${width} px: ${found}`)
        }
        for (const cut of await cutTexts(page)) say(`at ${width} px a text is cut: ${cut}`)
        for (const cut of await cutRings(page)) say(`at ${width} px a focus ring is cut: ${cut}`)
        const first = width === 1440 && ofWork.test(name) ? await firstField(page) : undefined
        if (first > FIRST_FIELD) say(`its first field is ${first} px from the top`)
      }
      for (const complaint of complaints.splice(0)) {
        // On this page the missing address is expected.
        if (!(status.includes(404) && complaint.includes('404'))) say(complaint)
      }
    } catch (error) {
      say(error.message.split('\n')[0])
      complaints.splice(0)
    }
  }
  await context.close()
  return wrong
}
