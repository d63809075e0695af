// What looks for faults of pages finds them.
import { visitor } from '../lib/browser.mjs'
import { cutRings, cutTexts, firstField, overlaps } from '../lib/look.mjs'
import { expect, test } from '../lib/test.mjs'

test('overlapping elements are found', async ({ browser }) => {
  const { page, context } = await visitor(browser)
  await page.setContent(
    '<p>一行文字</p><button style="margin-top:-34px">按钮</button><p>另一行</p><details><summary>更多</summary><p>收起的文字</p></details><p>最后一行</p>',
  )
  expect(await overlaps(page)).toEqual(['p. "一行文字" and button. "按钮"'])
  await context.close()
})

test('a text that is cut without an ellipsis is found', async ({ browser }) => {
  const { page, context } = await visitor(browser)
  const box = (style, text) => `<p style="width:60px;white-space:nowrap;overflow:hidden;${style}">${text}</p>`
  await page.setContent(box('', '一二三四五六') + box('text-overflow:ellipsis', '有省略号的文字') + box('overflow:auto', '可以滚动的文字'))
  expect(await cutTexts(page)).toEqual(['"一二三四五六" in p.'])
  await context.close()
})

test('a cut focus ring is found, and the first field is measured', async ({ browser }) => {
  const { page, context } = await visitor(browser)
  await page.setContent(
    '<style>:focus-visible{outline:2px solid red;outline-offset:2px}</style><main><form style="padding-top:100px"><p style="overflow:hidden"><a href="/a">看</a></p><p><input></p></form></main>',
  )
  expect(await cutRings(page)).toEqual(['a. in p.'])
  expect(await firstField(page)).toBeGreaterThan(100)
  await context.close()
})
