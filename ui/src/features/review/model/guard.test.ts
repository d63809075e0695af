import { expect, test } from 'vitest'
import { noProgress, type Progress, type Step } from './checklist'
import { markOf } from './checklist'
import { asksOf, isStale, lackingOf, refuses, signatureOf, unseenOf, write } from './guard'

const step: Step = {
  id: 'description',
  title: '描述',
  question: '',
  rules: [],
  examples: [],
  exceptions: [],
  tab: '',
  applies: true,
  facts: [],
  options: [
    {
      id: 'insufficient',
      name: '不足',
      fillers: [{ id: 'EXPLAINER', question: '还缺什么', required: true, large: true }],
      reason: 'incomplete',
      verdict: 'reject',
    },
  ],
}
const chosen = (value?: string): Progress => ({ ...noProgress, chosen: { insufficient: value === undefined ? {} : { EXPLAINER: value } } })
const calm = { outside: false, objections: 0, unseen: 0, refusal: false, templates: [] }

test('an approval asks about objections, a message of a refusal and steps that nobody looked at, and about nothing otherwise', () => {
  expect(asksOf('approve', calm)).toEqual([])
  expect(asksOf('approve', { ...calm, objections: 2, unseen: 3, refusal: true })).toEqual(['objections', 'refusal', 'unseen'])
})

test('a refusal asks nothing of that, only whether its message ends for another decision', () => {
  expect(asksOf('reject', { ...calm, objections: 2, unseen: 3, refusal: true, templates: ['opening@0', 'closing@0'] })).toEqual([])
  expect(asksOf('withhold', { ...calm, templates: ['opening@0', 'closing@2'] })).toEqual(['closing'])
  expect(asksOf('withhold', { ...calm, templates: ['opening@0', 'closing-withheld@2'] })).toEqual([])
  expect(asksOf('reject', { ...calm, templates: ['closing-withheld@0'] })).toEqual(['closing'])
})

test('whatever changes a project outside of a review is asked for', () => {
  for (const decision of ['approve', 'reject', 'withhold'] as const)
    expect(asksOf(decision, { ...calm, outside: true })).toEqual(['outside'])
})

test('a message is stale once the options or what was filled in differ from those it was written for', () => {
  const made = { ...chosen('玩法'), message: '消息', made: signatureOf(chosen('玩法')) }
  expect(isStale(made)).toBe(false)
  expect(isStale({ ...made, chosen: chosen('玩法 ').chosen })).toBe(false)
  expect(isStale({ ...made, chosen: chosen('别的').chosen })).toBe(true)
  expect(isStale({ ...made, chosen: {} })).toBe(true)
  expect(isStale({ ...made, message: ' ', chosen: {} })).toBe(false)
  expect(isStale({ ...made, made: '', chosen: {} })).toBe(false)
})

test('a typed message is about the options that were there when it was begun, and an emptied one about none', () => {
  const begun = write(noProgress, '请看')
  expect(isStale(begun)).toBe(false)
  expect(isStale({ ...begun, chosen: chosen('x').chosen })).toBe(true)
  expect(write(write(chosen('x'), '请看'), '请看一下').made).toBe(signatureOf(chosen('x')))
  expect(write({ ...begun, templates: ['opening@0'] }, '')).toMatchObject({ templates: [], made: '' })
})

test('a required filler without a value is lacking, and its step says so', () => {
  expect(lackingOf([step], chosen(' '))).toMatchObject([{ option: 'insufficient', filler: 'EXPLAINER', name: '不足' }])
  expect(lackingOf([step], chosen('玩法'))).toEqual([])
  expect(markOf(step, chosen())).toBe('lacking')
  expect(markOf(step, chosen('玩法'))).toBe('remark')
  expect(unseenOf([step], noProgress)).toBe(1)
  expect(unseenOf([step], chosen())).toBe(0)
})

test('a message refuses if it was made from such templates or repeats an earlier refusal', () => {
  expect(refuses({ message: '好', templates: [] }, ['请写清玩法'])).toBe(false)
  expect(refuses({ message: '好', templates: ['approved@0'] }, [])).toBe(false)
  expect(refuses({ message: '好', templates: ['opening@0'] }, [])).toBe(true)
  expect(refuses({ message: ' 请写清玩法', templates: [] }, ['请写清玩法 '])).toBe(true)
  expect(refuses({ message: '', templates: ['opening@0'] }, [])).toBe(false)
})
