import { expect, test } from 'vitest'
import { projectLabel } from './project-label'

test.each([
  ['mod', 'fabric', '模组'],
  ['mod', 'fabric rift iris', '模组'],
  ['plugin', 'paper velocity', '插件'],
  ['datapack', 'datapack', '数据包'],
  ['plugin', 'fabric paper', '模组 和 插件'],
  ['datapack', 'forge datapack', '模组 和 数据包'],
  ['datapack', 'bungeecord datapack', '插件 和 数据包'],
  ['datapack', 'datapack spigot liteloader', '模组, 插件, 和 数据包'],
  ['datapack', '', '原版数据包'],
  ['modpack', 'fabric paper', '整合包'],
])('a project below /%s for %s is labelled %s', (url_type, loaders, label) => {
  expect(projectLabel({ url_type, loaders: loaders.split(' ') })).toBe(label)
})
