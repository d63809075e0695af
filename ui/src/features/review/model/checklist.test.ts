import { expect, test } from 'vitest'
import { begun, fill, fromStored, goTo, markOf, move, noProgress, stepsOf, toggle, toStored, type Step } from './checklist'

const step = (id: string, applies = true): Step => ({
  id,
  title: id,
  question: id,
  rules: [],
  examples: [],
  exceptions: [],
  tab: '',
  applies,
  facts: [],
  options: [{ id: `${id}-wrong`, name: id, fillers: [], reason: 'incomplete', verdict: 'reject' }],
})
const steps = stepsOf({ steps: [step('title'), step('links', false), step('summary')] })

test('steps that do not apply are passed over, and the ends hold', () => {
  const at = move(noProgress, steps, 1)
  expect(at).toMatchObject({ step: 'summary', visited: ['title'] })
  expect(move(at, steps, 1)).toMatchObject({ step: 'summary', visited: ['title', 'summary'] })
  expect(move(noProgress, steps, -1).step).toBe('')
})

test('a step is done when it is passed or has a remark, not when it was opened', () => {
  const looked = goTo(goTo(noProgress, 'summary'), 'title')
  expect(steps.map((one) => markOf(one, looked))).toEqual(['open', 'open'])
  expect(markOf(step('summary'), move(goTo(noProgress, 'summary'), steps, -1))).toBe('open')
  expect(markOf(step('summary'), move(goTo(noProgress, 'summary'), steps, 1))).toBe('seen')
})

test('an option is chosen and taken back with what was filled in', () => {
  const on = fill(toggle(noProgress, 'title-wrong'), 'title-wrong', 'LINK', 'x')
  expect(on.chosen).toEqual({ 'title-wrong': { LINK: 'x' } })
  expect(toggle(on, 'title-wrong').chosen).toEqual({})
  expect(markOf(step('title'), on)).toBe('remark')
  expect(markOf(step('title'), move(noProgress, steps, 1))).toBe('seen')
  expect(markOf(step('links', false), on)).toBe('na')
})

test('what is stored comes back as it was, and only work is worth storing', () => {
  const one = { ...fill(toggle(noProgress, 'a'), 'a', 'LINK', 'x'), step: 'links', message: '好', templates: ['opening@0'], reason: 'spam' }
  expect(fromStored(toStored(one))).toEqual(one)
  expect(begun(noProgress)).toBe(false)
  expect(begun({ ...noProgress, step: 'title' })).toBe(false)
  expect(begun(one)).toBe(true)
})
