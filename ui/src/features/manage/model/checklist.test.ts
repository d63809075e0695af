import { expect, test } from 'vitest'
import { projects } from '@/testing/projects'
import type { ProjectPage } from '@/lib/api/types'
import { checklist, showsChecklist, unmet } from './checklist'

function draft(over: Partial<ProjectPage> = {}): ProjectPage {
  const base = projects[0]
  if (!base) throw new Error('no fixture')
  return {
    ...base,
    status: 'draft',
    version_count: 0,
    body: '',
    icon_url: null,
    gallery: [],
    categories: [],
    additional_categories: [],
    client_side: 'unknown',
    server_side: 'unknown',
    license: { id: 'LicenseRef-Unknown', name: '', url: null },
    issues_url: null,
    source_url: null,
    wiki_url: null,
    discord_url: null,
    donation_urls: [],
    ...over,
  }
}

test('a new mod lacks a version, a text, environments and a licence', () => {
  expect(unmet(checklist(draft()))).toEqual(['upload-version', 'add-description', 'select-environments', 'select-license'])
})

test.each(['resourcepack', 'plugin', 'shader', 'software', 'language', 'datapack'] as const)(
  'environments are not asked of a %s',
  (type) => {
    expect(checklist(draft({ project_types: [type] })).some((item) => item.id === 'select-environments')).toBe(false)
  },
)

test('the types of the versions decide about environments, not the chosen one', () => {
  const asked = (over: Partial<ProjectPage>) => unmet(checklist(draft(over))).includes('select-environments')
  expect(asked({ chosen_type: 'mod', project_types: ['plugin'] })).toBe(false)
  expect(asked({ chosen_type: 'plugin', project_types: ['mod', 'plugin'], url_type: 'plugin' })).toBe(true)
  expect(asked({ chosen_type: 'modpack', project_types: ['modpack'] })).toBe(true)
})

test('one side alone does not choose the environments', () => {
  expect(unmet(checklist(draft({ client_side: 'required' })))).toContain('select-environments')
})

test('the placeholder text is no description', () => {
  expect(unmet(checklist(draft({ body: '# 占位描述\n还没写' })))).toContain('add-description')
  expect(unmet(checklist(draft({ body: '用齿轮搭工厂。' })))).not.toContain('add-description')
})

test('tags are suggested only once there is a version', () => {
  expect(checklist(draft()).some((item) => item.id === 'select-tags')).toBe(false)
  expect(checklist(draft({ version_count: 1 })).find((item) => item.id === 'select-tags')).toMatchObject({
    level: 'suggestion',
    done: false,
  })
})

test('a gallery without a featured picture is not enough', () => {
  const picture = { url: 'u', raw_url: 'u', featured: false, title: null, description: null, created: '', ordering: 0 }
  const done = (featured: boolean) =>
    checklist(draft({ gallery: [{ ...picture, featured }] })).find((item) => item.id === 'feature-gallery-image')?.done
  expect([done(false), done(true)]).toEqual([false, true])
})

test('it is shown while there is something to send in', () => {
  expect(
    (['draft', 'rejected', 'withheld', 'processing', 'approved', 'archived'] as const).filter((status) => showsChecklist({ status })),
  ).toEqual(['draft', 'rejected', 'withheld'])
})
