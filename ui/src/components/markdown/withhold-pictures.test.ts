import { expect, test } from 'vitest'
import { WITHHELD, withholdPictures } from './withhold-pictures'

test('a picture of another host becomes a button that names the host; own pictures stay', () => {
  const own = '<img src="/data/abc/one.png" alt="一"/>'
  const full = `<img src="${location.origin}/data/abc/two.png" alt=""/>`
  const html = withholdPictures(
    `<p>${own}${full}<img src="https://spy.example/x.png?a=1&amp;b=2" alt="图 &#34;二&#34;" loading="lazy"/></p>`,
  )
  const root = document.createElement('div')
  root.innerHTML = html
  expect([...root.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
    '/data/abc/one.png',
    `${location.origin}/data/abc/two.png`,
  ])
  const button = root.querySelector('button')
  expect(button?.getAttribute(WITHHELD)).toBe('https://spy.example/x.png?a=1&b=2')
  expect(button?.textContent).toBe('显示 spy.example 上的图片：图 "二"')
})

test('addresses without a scheme, with another one and without a host do not load either', () => {
  for (const src of ['//spy.example/x.png', 'http://spy.example/x.png', 'https://'])
    expect(withholdPictures(`<img src="${src}">`), src).not.toContain('<img')
})
