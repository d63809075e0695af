// Every dialog and state of each kind of account: no finding of axe in any theme, no horizontal scroll, Escape closes
// what was opened, and the focus returns.
import { visitor } from '../lib/browser.mjs'
import { findings, overflow, overlaps, paint, themes, themesAt } from '../lib/look.mjs'
import { signIn } from '../lib/people.mjs'
import { furnish } from '../lib/places.mjs'
import { Server } from '../lib/server.mjs'
import {
  bring,
  creatorStates,
  furnishStates,
  invitedStates,
  leave,
  manageStates,
  newcomer,
  newcomerStates,
  staffStates,
  visit,
  visitorStates,
} from '../lib/states.mjs'
import { expect, test } from '../lib/test.mjs'

// Each worker has a site of its own.
test.describe.configure({ mode: 'parallel' })

// The opened element is checked at one width in turn. WALK_ALL=1 checks every state at both widths and in every
// theme, as `make walk` does; STATES_ONLY names the states to check.
const wanted = process.env.STATES_ONLY?.split(',')
const whole = Boolean(wanted) || process.env.WALK_ALL === '1'
let server, browser, creator, made

test.beforeAll(async ({ browser: one }) => {
  browser = one
  server = await Server.demonstration()
  creator = await come('演示创作者')
  made = await furnishStates(browser, creator.context, server, await furnish(creator.context, server))
})

test.afterAll(async () => {
  await server?.stop()
})

async function come(name) {
  const who = await visitor(browser, server.url, { reducedMotion: 'reduce' })
  if (name) await signIn(who.context, server, name)
  return who
}

/** The name of the focused element. */
const focused = (page) =>
  page.evaluate(() => {
    const it = document.activeElement
    return it && it !== document.body ? it.getAttribute('aria-label') || it.textContent?.trim() : 'nothing'
  })
const nameOf = (locator) => locator.evaluate((it) => it.getAttribute('aria-label') || it.textContent?.trim())

/** Opens a state by keyboard, checks it in two themes, and closes it again. */
async function look(page, state, width) {
  const wrong = []
  await visit(page, state, width)
  let back
  let opener
  const { shown } = await bring(page, state, width, async (button) => {
    // A sheet of a phone is opened by touch; the keyboard uses the same element.
    await button.focus()
    opener = await (state.returns ? state.returns(page, width) : button).elementHandle()
    back = await nameOf(opener)
    await page.keyboard.press('Enter')
  })
  if (state.picks) [back] = state.picks
  const wide = await overflow(page)
  if (wide) wrong.push(`scrolls sideways by ${wide}`)
  for (const over of await overlaps(page)) wrong.push(`one lies over the other: ${over}`)
  // A state that is not opened is one more page, for which a first check suffices.
  const some = whole ? themes : themesAt(width).slice(0, shown ? 2 : 1)
  for (const [at, theme] of some.entries()) {
    await paint(page, theme)
    for (const found of await findings(page, { coloursOnly: at > 0 })) wrong.push(`axe in ${theme}: ${found}`)
  }
  if (shown && state.escapes !== false) {
    if (!(await page.evaluate(() => document.activeElement?.closest('[role="dialog"], [role="menu"]') !== null)))
      wrong.push(`the focus is not inside, but on ${await focused(page)}`)
    // The name may have changed by an answer of the server, as 收藏 to 已收藏, or by a changed count, as 通知，12 条未读.
    const names = [back, !state.picks && (await opener?.evaluate((it) => it.isConnected)) ? await nameOf(opener) : back].map((name) =>
      name.split('，')[0].replace(/^已/, ''),
    )
    await page.keyboard.press('Escape')
    const gone = await page
      .locator('[role="dialog"], [role="menu"]')
      .first()
      .waitFor({ state: 'detached', timeout: 10_000 })
      .then(
        () => true,
        () => false,
      )
    if (!gone) wrong.push('Escape does not close it')
    else {
      const there = await page
        .waitForFunction(
          (names) => {
            const it = document.activeElement
            return names.includes((it?.getAttribute('aria-label') || it?.textContent?.trim())?.split('，')[0].replace(/^已/, ''))
          },
          names,
          { timeout: 5_000 },
        )
        .then(
          () => true,
          () => false,
        )
      if (!there) wrong.push(`the focus goes to ${await focused(page)}, not back to ${names.join(' or ')}`)
    }
  }
  return wrong
}

/** Checks each state and collects the faults. */
async function all(states, { page, context }) {
  const wrong = []
  page.on('dialog', (question) => question.accept().catch(() => undefined))
  context.setDefaultTimeout(15_000)
  const some = states.filter((state) => wanted?.includes(state.name) ?? (whole || state.opens || state.picks))
  for (const [n, state] of some.entries()) {
    const possible = state.at ?? [1440, 390]
    for (const width of whole ? possible : [possible[n % possible.length]]) {
      try {
        for (const text of await look(page, state, width)) wrong.push(`${state.name} at ${width}: ${text}`)
      } catch (error) {
        wrong.push(`${state.name} at ${width}: ${error.message.split('\n')[0]}`)
      } finally {
        await leave(page, state)
      }
    }
  }
  await context.close()
  return wrong
}

test.describe('every state', () => {
  test('a visitor opens every state', async () => {
    expect(await all(visitorStates(), await come())).toEqual([])
  })

  test('a creator opens every state of the header, the lists and the account', async () => {
    expect(await all(creatorStates(made), await come('演示创作者'))).toEqual([])
  })

  test('a creator opens every state of a project', async () => {
    expect(await all(manageStates(made), await come('演示创作者'))).toEqual([])
  })

  test('a new account sees every empty list', async () => {
    expect(await all(newcomerStates(), await newcomer(browser, server))).toEqual([])
  })

  test('the staff opens every state of reviews and reports', async () => {
    expect(await all(staffStates(made), await come('演示版主'))).toEqual([])
    expect(await all(invitedStates(), await come('演示管理员'))).toEqual([])
  })
})
