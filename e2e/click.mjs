// Time from a click on a project's card to its complete page, on a slow connection (100 ms a round trip) and a slow
// machine (a quarter of the speed): node click.mjs [clicks]. Prints the 50th, 75th and 95th percentile in
// milliseconds.
import { launch, visitor } from './lib/browser.mjs'
import { settled } from './lib/look.mjs'
import { Server } from './lib/server.mjs'

const clicks = Number(process.argv[2] ?? 40)
const server = await Server.demonstration()
const browser = await launch()
const { page, context } = await visitor(browser, server.url)
const cdp = await context.newCDPSession(page)
await cdp.send('Network.enable')
await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: 100, downloadThroughput: -1, uploadThroughput: -1 })
await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
const times = []
try {
  for (let n = 0; n < clicks; n++) {
    await page.goto('/mods')
    await settled(page)
    const link = page
      .getByRole('article')
      .nth(n % 15)
      .getByRole('link')
      .first()
    await link.scrollIntoViewIfNeeded()
    // The time starts with the press and ends when the page has its name, its body, its side column and its pictures.
    await page.evaluate(() => {
      window.clicked = undefined
      addEventListener(
        'pointerdown',
        () => {
          window.clicked = performance.now()
        },
        { once: true, capture: true },
      )
      window.complete = new Promise((done) => {
        const look = () => {
          const side = document.querySelector('aside')
          const whole =
            window.clicked !== undefined &&
            document.querySelector('header.subject h1') &&
            side?.textContent &&
            document.querySelector('.prose') &&
            !document.querySelector('[aria-busy="true"]')
          const inView = [...document.images].filter((img) => img.getBoundingClientRect().top < innerHeight && img.loading !== 'lazy')
          if (whole && inView.every((img) => img.complete)) done(performance.now() - window.clicked)
          else requestAnimationFrame(look)
        }
        look()
      })
    })
    await link.click()
    times.push(await page.evaluate(() => window.complete))
  }
} finally {
  await browser.close()
  await server.stop()
}
times.sort((a, b) => a - b)
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(0)
console.log(
  `card to complete page, ${times.length} clicks, 100 ms round trip, CPU ÷ 4: p50 ${at(0.5)}  p75 ${at(0.75)}  p95 ${at(0.95)} ms`,
)
