import { expect, test } from 'vitest'
import { plainText } from './plain-text'

test.each([
  ['请补充**来源**与 `许可证`。', '请补充来源与 许可证。'],
  ['## 问题\n\n- 缺少[简介](https://a.example/x)\n- 图 ![截图](/data/x.png "标题")', '问题 缺少简介 图 截图'],
  ['> 引用\n1. *第一*', '引用 第一'],
  ['```\ncode\n```', 'code'],
  ['4 * 5 * 6 和 snake_case_name', '4 * 5 * 6 和 snake_case_name'],
  ['\\*不是强调\\*', '*不是强调*'],
  ['<b>粗</b><script>x</script>', '粗 x'],
  ['**简介 *太短* 了**，见 ***要求***', '简介 太短 了，见 要求'],
  ['**`fabric.mod.json`** 与 __甲__ 与 **file_name**', 'fabric.mod.json 与 甲 与 file_name'],
  ['~~**旧**~~ `a*b*c`', '旧 a*b*c'],
  ['List<Map> <player> 甲<SUB>乙</SUB> x<Script> <Script> <foo a=1>', 'List<Map> <player> 甲 乙 x<Script>'],
  ['a\u202eb', 'ab'],
  ['', ''],
])('%j is previewed as %j', (markdown, text) => {
  expect(plainText(markdown)).toBe(text)
})

test.each([
  '['.repeat(1e6),
  '*a'.repeat(5e5),
  '<'.repeat(1e6),
  '> '.repeat(5e5),
  '`'.repeat(1e6),
  '_ '.repeat(5e5),
  `${'['.repeat(500)}](`,
])('a hostile text is previewed within the bound', (markdown) => {
  expect(plainText(markdown).length).toBeLessThanOrEqual(1_000)
})
