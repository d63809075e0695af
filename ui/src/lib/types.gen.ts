// Written by `go test ./readapi/pages -run Facts -update` from readapi/pages and contract.

export const typeFacts = [
  { id: 'mod', actual: 'mod', label: '模组', mode: 'list' },
  { id: 'modpack', actual: 'modpack', label: '整合包', mode: 'gallery' },
  { id: 'plugin', actual: 'mod', label: '插件', mode: 'list' },
  { id: 'resourcepack', actual: 'resourcepack', label: '资源包', mode: 'gallery' },
  { id: 'shader', actual: 'shader', label: '光影包', mode: 'gallery' },
  { id: 'datapack', actual: 'mod', label: '原版数据包', mode: 'list' },
  { id: 'software', actual: 'software', label: '软件资源', mode: 'gallery' },
  { id: 'language', actual: 'language', label: '汉化资源', mode: 'list' },
] as const

export const listModes = {
  collection: 'list',
  user: 'list',
} as const
