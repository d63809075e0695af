import { expect, test } from 'vitest'
import type { Plan } from '@/lib/hosting/content'
import { mod } from '@/testing/mods'
import { hosted } from '@/testing/servers'
import { leftIn, outlookOf, presentIn, questionOf } from './outlook'

const item = (project: string, title = project): Plan['primary'] => ({
  project_id: project,
  version_id: `V${project}`,
  dependent_on_version_id: 'V1',
  required: true,
  metadata: { title, version_number: '1.0', icon_url: null, filename: `${project}.jar`, sha1: '' },
})
const skipped = (project: string, reason: Plan['skipped'][number]['reason'], file: string | null = null) => ({
  project_id: project,
  version_id: null,
  dependent_on_version_id: 'V1',
  reason,
  file_name: file,
})
const plan = (over: Partial<Plan>): Plan => ({ primary: item('P1'), dependencies: [], skipped: [], ...over })

test('the resolver is asked for the software of the server, as the server asks it', () => {
  const target = { game_versions: ['1.21.1'], loaders: ['neoforge'] }
  expect(questionOf(hosted(), 'mod', 'P1', 'V1', ['P2'])).toEqual({
    project_id: 'P1',
    version_id: 'V1',
    target,
    existing_project_ids: ['P2'],
  })
  expect(questionOf(hosted(), 'datapack', 'P1', 'V1', []).target?.loaders).toEqual(['datapack'])
  expect(questionOf(hosted({ loader: null, mc_version: null }), 'mod', 'P1', 'V1', []).target).toEqual({})
  const many = Array.from({ length: 1001 }, (_, at) => `P${at}`)
  expect(questionOf(hosted(), 'mod', 'P1', 'V1', many).existing_project_ids).toHaveLength(1000)
})

test('what is disabled and was not decided does not count as present', () => {
  const mods = [
    mod({ name: 'a', project_id: 'P1', disabled: true }),
    mod({ name: 'b', project_id: 'P2', unmanaged: true, disabled: true }),
    mod({ name: 'c', project_id: 'P3', unmanaged: true }),
    mod({ name: 'd', project_id: 'P3' }),
    mod({ name: null }),
  ]
  expect(presentIn(mods)).toEqual(['P1', 'P3'])
})

test('what comes along, what is left out and why, and what is there already are told apart', () => {
  const of = plan({
    dependencies: [item('P2', 'Fabric API')],
    skipped: [
      skipped('P3', 'already_installed'),
      skipped('P3', 'already_installed'),
      skipped('P2', 'duplicate_project'),
      skipped('P4', 'no_compatible_version'),
      skipped('', 'missing_version', 'own.jar'),
      skipped('P5', 'conflicting_dependency'),
    ],
  })
  expect(leftIn(of)).toEqual(['P4', 'P5'])
  expect(outlookOf(of, new Map([['P4', 'Cloth Config']]))).toEqual({
    coming: [{ project: 'P2', title: 'Fabric API', number: '1.0', icon: null }],
    left: [
      { project: 'P4', title: 'Cloth Config', reason: 'no_compatible_version' },
      { project: '', title: 'own.jar', reason: 'missing_version' },
      { project: 'P5', title: undefined, reason: 'conflicting_dependency' },
    ],
    present: 1,
  })
})

test('more than one decision adds are left out', () => {
  const { coming, left } = outlookOf(plan({ dependencies: Array.from({ length: 52 }, (_, at) => item(`P${at}`)) }), new Map())
  expect(coming).toHaveLength(50)
  expect(left).toEqual([
    { project: 'P50', title: 'P50', reason: 'too_many' },
    { project: 'P51', title: 'P51', reason: 'too_many' },
  ])
})
