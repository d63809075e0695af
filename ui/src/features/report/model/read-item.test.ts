import { describe, expect, it } from 'vitest'
import { readItem } from './read-item'

describe('the name of what is reported', () => {
  it.each([
    ['  gears ', 'project', 'project', 'gears'],
    ['AbCd1234', 'version', 'version', 'AbCd1234'],
    ['https://site.example/mod/gears?x=1', 'user', 'project', 'gears'],
    ['/mod/gears/versions', 'project', 'project', 'gears'],
    ['https://site.example/plugin/gears/version/AbCd1234', 'project', 'version', 'AbCd1234'],
    ['https://site.example/user/%E5%B0%8F%E6%BB%A1', 'project', 'user', '小满'],
    ['https://site.example/collection/AbCd1234/mods', 'project', 'collection', 'AbCd1234'],
    ['/organization/northwind', 'user', 'organization', 'northwind'],
    ['https://site.example/d/AbCd1234?page=2#floor-22', 'post', 'discussion', 'AbCd1234'],
    ['/user/', 'user', 'user', '/user/'],
    ['https://%', 'project', 'project', 'https://%'],
    ['/mod/%E0%A4%A', 'project', 'project', '/mod/%E0%A4%A'],
  ] as const)('%s as %s is %s %s', (text, kind, kindThen, name) => {
    expect(readItem(text, kind)).toEqual({ kind: kindThen, name })
  })
})
