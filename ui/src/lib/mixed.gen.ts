// Written by `go test ./readapi/pages -run Facts -update` from readapi/pages and contract.

/** Labels of projects by the kinds of their loaders. */
export const mixedLabels: Readonly<Record<string, string>> = {
  datapack: '数据包',
  'mod datapack': '模组 和 数据包',
  'mod plugin': '模组 和 插件',
  'mod plugin datapack': '模组, 插件, 和 数据包',
  plugin: '插件',
  'plugin datapack': '插件 和 数据包',
}
